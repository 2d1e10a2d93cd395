/** The content room's door. */
export { createArticles } from './articles.ts';
export { createFeedbackRoutes } from './feedback/routes.ts';
export { createEditorRoutes } from './office/routes.ts';
export { createContentRoutes } from './routes.ts';
export { seedContent } from './seed.ts';
export { publishAnnouncements } from './publish.ts';
