/** The launcher's door: start everything, and the parts its offline helpers need. */
export { buildBrowserPart } from './browser-part.ts';
export type { ChildPlan } from './child-process.ts';
export { launch, type LaunchPlan, type RunningServer } from './launcher.ts';
export { showSteps, standardScreen } from './steps.ts';
