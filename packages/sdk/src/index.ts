export * from './client.ts';
export { createHttpClient, type HttpClientOptions } from './http.ts';
export * from './live.ts';
export * from './private-stream.ts';
export * from './sent-text.ts';
export * from './signer.ts';
export {
  createSocket,
  type Socket,
  type SocketClock,
  type SocketLike,
  type SocketOptions,
} from './socket.ts';
