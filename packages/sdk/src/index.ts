export * from './client.ts';
export * from './http.ts';
export * from './live.ts';
