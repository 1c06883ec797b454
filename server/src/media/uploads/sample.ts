/** As large as Instagram shows a square picture: it may refuse smaller ones. */
const SIDE = 1080;
/** Four blocks of luminance and one of each colour, each of two zero bits: as the block before, and nothing else. */
const MCU_BITS = 6 * 2;
const MCU_SIDE = 16;

const fromHex = (text: string) => Buffer.from(text.replaceAll(/\s/g, ''), 'hex');
const side = SIDE.toString(16).padStart(4, '0');
/** The only code has one bit and means zero. */
const codes = `01 ${'00'.repeat(15)} 00`;

/**
 * A grey square, which the server downloads from itself to check that Instagram could, and Instagram in the trial of
 * an account.
 */
export const SAMPLE = {
  contentType: 'image/jpeg',
  bytes: Buffer.concat([
    fromHex('ffd8 ffe0 0010 4a46494600 0101 00 0001 0001 0000'),
    fromHex(`ffdb 0043 00 ${'01'.repeat(64)}`),
    fromHex(`ffc0 0011 08 ${side} ${side} 03 012200 021100 031100`),
    fromHex(`ffc4 0014 00 ${codes} ffc4 0014 10 ${codes}`),
    fromHex('ffda 000c 03 0100 0200 0300 003f00'),
    Buffer.alloc((Math.ceil(SIDE / MCU_SIDE) ** 2 * MCU_BITS) / 8),
    fromHex('ffd9'),
  ]),
};
