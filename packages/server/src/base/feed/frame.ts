/**
 * A text frame of the WebSocket protocol as a server writes it, whole: header and payload. Made
 * once, it is written to every socket that wants it.
 *
 * @source RFC 6455, section 5.2
 */
export function makeTextFrame(text: string): Buffer {
  const bytesCount = Buffer.byteLength(text);
  let headerBytes = 2;
  if (bytesCount > 0xffff) headerBytes = 10;
  else if (bytesCount > 125) headerBytes = 4;
  const frame = Buffer.allocUnsafe(headerBytes + bytesCount);
  frame[0] = 0x81;
  if (headerBytes === 2) {
    frame[1] = bytesCount;
  } else if (headerBytes === 4) {
    frame[1] = 126;
    frame.writeUInt16BE(bytesCount, 2);
  } else {
    frame[1] = 127;
    frame.writeBigUInt64BE(BigInt(bytesCount), 2);
  }
  frame.write(text, headerBytes, 'utf8');
  return frame;
}
