export * from './client.ts';
export * from './http.ts';
export * from './live.ts';
export * from './private-stream.ts';
export * from './signer.ts';
export {
  createSocket,
  type Socket,
  type SocketClock,
  type SocketLike,
  type SocketOptions,
} from './socket.ts';
