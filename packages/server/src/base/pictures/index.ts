/** The pictures room's door: pictures of people, without what is written behind them. */
export { type CleanPicture, cleanPicture } from './clean.ts';
