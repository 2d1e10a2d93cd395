/** The feed room's door. */
export {
  type ChannelSource,
  createHub,
  encodeFrame,
  type FrameText,
  type Hub,
  type Listener,
} from './hub.ts';
export { createFanOut, type FanOut, type Outlet } from './fan-out.ts';
export { makeTextFrame } from './frame.ts';
export { createSignal, type Signal } from './signal.ts';
export {
  chooseTime,
  createStreamHub,
  type StreamForm,
  type StreamHub,
  type StreamMessage,
  type StreamReader,
  type StreamSource,
  type WriteTime,
} from './streams.ts';
export { createUserHub, type UserHub } from './user-hub.ts';
