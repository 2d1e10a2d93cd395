/** The transfer room's door. */
export { createTransferRoutes } from './routes.ts';
