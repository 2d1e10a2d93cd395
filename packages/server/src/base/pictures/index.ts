/** The pictures room's door: pictures of people, without what is written behind them. */
export { cleanPicture } from './clean.ts';
