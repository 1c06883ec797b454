import { fileURLToPath } from 'node:url';
import { buffer } from 'node:stream/consumers';
import PdfKit from 'pdfkit';

export const colours = {
  ink: '#1b1916',
  ink2: '#4b463d',
  ink3: '#686053',
  line: '#dfd5c2',
  sunken: '#f0e9db',
  ipe: '#ffbf1f',
} as const;
type Colour = keyof typeof colours;

const fonts = {
  display: import.meta.resolve('@fontsource/gabarito/files/gabarito-latin-700-normal.woff'),
  heading: import.meta.resolve('@fontsource/gabarito/files/gabarito-latin-600-normal.woff'),
  text: import.meta
    .resolve('@fontsource/hanken-grotesk/files/hanken-grotesk-latin-400-normal.woff'),
  strong: import.meta
    .resolve('@fontsource/hanken-grotesk/files/hanken-grotesk-latin-600-normal.woff'),
} as const;
type Font = keyof typeof fonts;

/** In points. */
const MARGIN = 44;
const WIDTH = 595.28 - 2 * MARGIN;
const BOTTOM = 841.89 - MARGIN - 12;
const FOOTER = 841.89 - MARGIN + 6;

/** Characters without a glyph in the fonts, above all emojis, would print as boxes. */
const UNPRINTABLE =
  /[^\u0020-\u007E\u00A0-\u00FF\u0152\u0153\u2013\u2014\u2018-\u201E\u2022\u2026\u20AC]/gu;

export const printable = (text: string): string =>
  text
    .normalize('NFC')
    .replaceAll(/\s+/g, ' ')
    .replaceAll(UNPRINTABLE, '')
    .replaceAll(/ {2,}/g, ' ')
    .trim();

/** A caption of only unprintable characters must not count as missing. */
export const printableCaption = (caption: string): string =>
  printable(caption) ||
  (caption.trim() === '' ? 'Sem legenda' : 'Legenda só de emojis ou símbolos');

export interface TextStyle {
  font?: Font;
  /** In points, as all following lengths. */
  size?: number;
  colour?: Colour;
  width?: number;
  /** Text beyond this height ends in an ellipsis; default: one line. */
  height?: number;
  align?: 'left' | 'right' | 'center';
}

interface Position {
  x: number;
  y: number;
}

export type Paper = ReturnType<typeof createPaper>;
export type StructureElement = PDFKit.PDFStructureElement;

/** All content is either a structure element for screen readers or marked as decoration. */
export function createPaper(documentInfo: { title: string; at: Date }) {
  const doc = new PdfKit({
    size: 'A4',
    margin: 0,
    pdfVersion: '1.7',
    tagged: true,
    lang: 'pt-BR',
    displayTitle: true,
    bufferPages: true,
    info: {
      Title: documentInfo.title,
      Author: 'Pontual',
      CreationDate: documentInfo.at,
      ModDate: documentInfo.at,
    },
  });
  const bytes = buffer(doc);
  for (const [name, file] of Object.entries(fonts)) {
    doc.registerFont(name, fileURLToPath(file));
  }
  const root = doc.struct('Document');
  doc.addStructure(root);

  const paper = {
    left: MARGIN,
    width: WIDTH,
    y: MARGIN,
    doc,

    addElement(
      type: string,
      draw: () => void,
      { alt, within = root }: { alt?: string; within?: StructureElement } = {},
    ) {
      within.add(doc.struct(type, alt === undefined ? {} : { alt }, draw));
    },

    addGroup(type: string, within: StructureElement = root): StructureElement {
      const part = doc.struct(type);
      within.add(part);
      return part;
    },

    decorate(draw: () => void): void {
      doc.markContent('Artifact', { type: 'Layout' });
      draw();
      doc.endMarkedContent();
    },

    write(text: string, x: number, y: number, look: TextStyle = {}): void {
      const { font = 'text', size = 10, colour = 'ink', width, height, align = 'left' } = look;
      doc.font(font).fontSize(size).fillColor(colours[colour]);
      doc.text(printable(text), x, y, {
        align,
        ...(width === undefined ? { lineBreak: false } : { width, ellipsis: true }),
        ...(width === undefined ? {} : { height: height ?? size * 1.2 }),
        ...(font === 'text' || font === 'strong' ? {} : { features: ['tnum', 'kern'] }),
      });
    },

    addText(
      type: string,
      text: string,
      { x, y, ...look }: TextStyle & Position,
      within: StructureElement = root,
    ): void {
      paper.addElement(type, () => paper.write(text, x, y, look), { within });
    },

    widthOf: (text: string, { font = 'text', size = 10 }: TextStyle = {}): number =>
      doc.font(font).fontSize(size).widthOfString(printable(text)),

    ensureSpace(height: number): void {
      if (paper.y + height <= BOTTOM) return;
      doc.addPage();
      paper.y = MARGIN;
    },

    /** `room` is the height of the content that must follow on the same page. */
    heading(text: string, room: number): void {
      paper.ensureSpace(26 + room);
      paper.addElement('H2', () =>
        paper.write(text, MARGIN, paper.y, { font: 'heading', size: 13 }),
      );
      paper.y += 24;
    },

    addNote(
      text: string,
      { x = MARGIN, width = WIDTH }: { x?: number; width?: number } = {},
    ): void {
      paper.addElement('P', () =>
        paper.write(text, x, paper.y, { size: 9.5, colour: 'ink3', width, height: 38 }),
      );
      paper.y += doc.heightOfString(printable(text), { width }) + 4;
    },

    async finish(): Promise<Uint8Array> {
      const { start, count } = doc.bufferedPageRange();
      for (let page = start; page < start + count; page += 1) {
        doc.switchToPage(page);
        paper.decorate(() => {
          const look = { size: 8, colour: 'ink3', width: WIDTH } as const;
          paper.write(documentInfo.title, MARGIN, FOOTER, look);
          paper.write(`${page + 1} de ${count}`, MARGIN, FOOTER, { ...look, align: 'right' });
        });
      }
      root.end();
      doc.end();
      return bytes;
    },
  };
  return paper;
}
