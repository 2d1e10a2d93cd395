// The route table of the router, made from the list of pages.
import { index, type RouteConfig, route } from '@react-router/dev/routes';
import { pages } from './products.ts';

/** A path that stands in the list with and without its final slash is one route. */
const files = new Map(pages.map(({ path, file }) => [path.replace(/\/$/, ''), file]));

const table: RouteConfig = [
  route(':locale', 'shell/Frame.tsx', [
    ...[...files].map(([path, file]) =>
      path === '' ? index(file) : route(path, file, { caseSensitive: true, id: path }),
    ),
    route('*', 'shell/NotFound.tsx'),
  ]),
];

export default table;
