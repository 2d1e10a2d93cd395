import type { Config } from '@react-router/dev/config';

/** Pages are rendered on the server; the browser learns all routes with the first page. */
const config: Config = {
  appDirectory: 'src',
  buildDirectory: 'build',
  ssr: true,
  routeDiscovery: { mode: 'initial' },
};

export default config;
