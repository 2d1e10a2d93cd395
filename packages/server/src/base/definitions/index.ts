/** The definition room's door. */
export { createDefinitionsProjection, loadDefinitions } from './definitions.ts';
