/** The feed room's door. */
export {
  type ChannelSource,
  createHub,
  encodeFrame,
  type FrameText,
  type Hub,
  type Listener,
} from './hub.ts';
