import { formatDate, formatTime } from '@pontual/contract/shared/brasilia-time.ts';
import {
  accountLines,
  headlineFigures,
  reportSubtitle,
  reportTitle,
} from '@pontual/contract/insights/report-text.ts';
import type { MonthlyReport } from '@pontual/contract/insights/reports.ts';
import sharp from 'sharp';
import { colours, createPaper, type Paper } from './paper.ts';
import type { PrintMessage } from './print-message.ts';
import { drawDays, drawReach, drawTypes } from './charts.ts';
import { drawProfile } from './profile.ts';
import { drawTopPosts } from './top-posts.ts';

/** In pixels, three per point. */
const PICTURE = { width: 240, height: 320 };
const QUALITY = 75;

sharp.cache(false);
sharp.concurrency(1);

export async function printReport({ report, pictures }: PrintMessage): Promise<Uint8Array> {
  const small = await shrinkPictures(pictures);
  const at = new Date(report.readAt);
  const paper = createPaper({ title: reportTitle(report.month), at });
  drawHead(paper, report, at);
  drawFigures(paper, report);
  drawDays(paper, report);
  drawReach(paper, report);
  drawTypes(paper, report);
  drawProfile(paper, report, small);
  drawTopPosts(paper, report, small);
  return paper.finish();
}

async function shrinkPictures(pictures: PrintMessage['pictures']): Promise<Map<string, Buffer>> {
  const small = new Map<string, Buffer>();
  for (const [id, bytes] of pictures) {
    const picture = await sharp(bytes)
      .resize({ ...PICTURE, fit: 'cover' })
      .jpeg({ quality: QUALITY })
      .toBuffer()
      .catch(() => undefined);
    if (picture !== undefined) small.set(id, picture);
  }
  return small;
}

function drawHead(paper: Paper, report: MonthlyReport, at: Date): void {
  const { left, width, doc } = paper;
  paper.decorate(() => {
    const logoStyle = { font: 'display', size: 17 } as const;
    paper.write('pontual', left, paper.y, logoStyle);
    doc.circle(left + paper.widthOf('pontual', logoStyle) + 4, paper.y + 14, 2.6).fill(colours.ipe);
  });
  const isOver = report.month < report.lastMonth;
  const readAtText = `Números de ${formatDate(at)}, ${formatTime(at)}, horário de Brasília`;
  paper.addElement('P', () =>
    paper.write(
      isOver ? readAtText : `${readAtText}. O mês ainda não terminou.`,
      left,
      paper.y + 5,
      {
        size: 8.5,
        colour: 'ink3',
        width,
        align: 'right',
      },
    ),
  );
  paper.y += 34;
  paper.decorate(() => {
    doc
      .moveTo(left, paper.y)
      .lineTo(left + width, paper.y)
      .lineWidth(1.5)
      .stroke(colours.ink);
  });
  paper.y += 16;
  paper.addElement('H1', () =>
    paper.write(reportTitle(report.month), left, paper.y, { font: 'display', size: 28 }),
  );
  paper.addElement('P', () =>
    paper.write(reportSubtitle(report), left, paper.y + 36, { size: 12, colour: 'ink2' }),
  );
  paper.y += 68;
}

const FIGURE_HEIGHT = 74;
const FIGURE_GAP = 10;

function drawFigures(paper: Paper, report: MonthlyReport): void {
  const figures = headlineFigures(report);
  const width = (paper.width - FIGURE_GAP * (figures.length - 1)) / figures.length;
  figures.forEach(({ label, value, comparison }, index) => {
    const x = paper.left + index * (width + FIGURE_GAP);
    paper.decorate(() => {
      paper.doc
        .roundedRect(x, paper.y, width, FIGURE_HEIGHT, 8)
        .lineWidth(0.8)
        .stroke(colours.line);
    });
    const inside = { x: x + 12, width: width - 24 };
    const [size, top] = /\d/.test(value) ? [26, 22] : [17, 29];
    const small = { size: 9, colour: 'ink2', font: 'strong' } as const;
    paper.addText('P', label, { ...inside, ...small, y: paper.y + 10 });
    paper.addText('P', value, { ...inside, y: paper.y + top, font: 'display', size });
    paper.addText('P', comparison, { ...inside, y: paper.y + 55, size: 8.5, colour: 'ink3' });
  });
  paper.y += FIGURE_HEIGHT + 12;
  for (const line of accountLines(report)) {
    paper.addElement('P', () =>
      paper.write(line, paper.left, paper.y, { size: 10, colour: 'ink2' }),
    );
    paper.y += 15;
  }
  paper.y += 12;
}
