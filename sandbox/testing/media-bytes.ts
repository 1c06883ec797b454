export function createJpeg(width: number, height: number): Buffer {
  const frame = Buffer.from([0xff, 0xc0, 0, 17, 8, 0, 0, 0, 0, 3, 1, 17, 0, 2, 17, 1, 3, 17, 1]);
  frame.writeUInt16BE(height, 5);
  frame.writeUInt16BE(width, 7);
  return Buffer.concat([Buffer.from([0xff, 0xd8]), frame, Buffer.from([0xff, 0xd9])]);
}

/** The first bytes of a PNG. */
export const PNG_HEADER = Buffer.from('89504e470d0a1a0a0000000d49484452', 'hex');

/** Returns a video without frames: file type, header with the duration, one track, empty data. */
export function createMp4(seconds: number, { width = 1080, moovFirst = true } = {}): Buffer {
  const header = Buffer.alloc(100);
  header.writeUInt32BE(1000, 12);
  header.writeUInt32BE(seconds * 1000, 16);
  const track = Buffer.alloc(84);
  track.writeUInt16BE(width, 76);
  const moov = createBox(
    'moov',
    Buffer.concat([createBox('mvhd', header), createBox('trak', createBox('tkhd', track))]),
  );
  const data = createBox('mdat', Buffer.alloc(16));
  return Buffer.concat([
    createBox('ftyp', Buffer.from('isom')),
    ...(moovFirst ? [moov, data] : [data, moov]),
  ]);
}

function createBox(type: string, content: Buffer): Buffer {
  const head = Buffer.alloc(8);
  head.writeUInt32BE(content.length + 8);
  head.write(type, 4, 'latin1');
  return Buffer.concat([head, content]);
}
