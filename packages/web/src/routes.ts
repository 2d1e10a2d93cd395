// The route table of the router, made from the list of pages.
import { index, type RouteConfig, route } from '@react-router/dev/routes';
import { pages } from './products.ts';

const table: RouteConfig = [
  route(':locale', 'shell/Frame.tsx', [
    ...pages.map(({ path, file }) =>
      path === '' ? index(file) : route(path.replace(/\/$/, ''), file, { caseSensitive: true }),
    ),
    route('*', 'shell/NotFound.tsx'),
  ]),
];

export default table;
