import { formatDayMonth } from '@pontual/contract/shared/brasilia-time.ts';
import { mediaTypeNames } from '@pontual/contract/posts/post-rules.ts';
import {
  failureCauseNames,
  hashtagFigures,
  hourTitle,
  formatReportPercent,
  formatPostCount,
  formatWhole,
  emptySectionTexts,
  sectionTitles,
} from '@pontual/contract/insights/report-text.ts';
import type { MonthlyReport } from '@pontual/contract/insights/reports.ts';
import { colours, printableCaption, type Paper } from './paper.ts';

const COLUMNS = 3;
const TILE = { width: 80, height: 106 };
const GAP = 2;
const GRID_WIDTH = COLUMNS * TILE.width + (COLUMNS - 1) * GAP;
const SIDE_COLUMN_OFFSET = GRID_WIDTH + 30;
const SIDE_COLUMN_HEIGHT = 420;
const ALT_CAPTION_MAX = 80;

export function drawProfile(
  paper: Paper,
  report: MonthlyReport,
  pictures: ReadonlyMap<string, Buffer>,
): void {
  paper.heading(sectionTitles.grid, SIDE_COLUMN_HEIGHT);
  const top = paper.y;
  drawGrid(paper, report, pictures);
  const gridEnd = paper.y;
  paper.y = top - 24;
  drawHours(paper, report);
  drawHashtags(paper, report);
  drawFailures(paper, report);
  paper.y = Math.max(gridEnd, paper.y) + 16;
}

function drawGrid(
  paper: Paper,
  { grid }: MonthlyReport,
  pictures: ReadonlyMap<string, Buffer>,
): void {
  if (grid.length === 0) {
    paper.addNote(emptySectionTexts.grid, { width: GRID_WIDTH });
    return;
  }
  const { left, y, doc } = paper;
  grid.forEach(({ _id, mediaType, caption, scheduledTime }, index) => {
    const x = left + (index % COLUMNS) * (TILE.width + GAP);
    const top = y + Math.floor(index / COLUMNS) * (TILE.height + GAP);
    const day = formatDayMonth(new Date(scheduledTime));
    const words = printableCaption(caption).slice(0, ALT_CAPTION_MAX);
    const alt = `${mediaTypeNames[mediaType]}, ${day}: ${words}`;
    paper.addElement(
      'Figure',
      () => drawPicture(paper, pictures.get(_id), { x, y: top, ...TILE }),
      {
        alt,
      },
    );
    if (!pictures.has(_id)) {
      paper.decorate(() =>
        paper.write(mediaTypeNames[mediaType], x, top + TILE.height / 2 - 5, {
          size: 8,
          colour: 'ink3',
          width: TILE.width,
          align: 'center',
        }),
      );
    }
  });
  doc.fillColor(colours.ink);
  paper.y = y + Math.ceil(grid.length / COLUMNS) * (TILE.height + GAP);
}

export function drawPicture(
  { doc }: Paper,
  picture: Buffer | undefined,
  box: { x: number; y: number; width: number; height: number },
): void {
  const { x, y, width, height } = box;
  if (picture === undefined) {
    doc.rect(x, y, width, height).fill(colours.sunken);
    return;
  }
  doc.save();
  doc.rect(x, y, width, height).clip();
  doc.image(picture, x, y, { cover: [width, height], align: 'center', valign: 'center' });
  doc.restore();
}

const sideColumn = (paper: Paper) => ({
  x: paper.left + SIDE_COLUMN_OFFSET,
  width: paper.width - SIDE_COLUMN_OFFSET,
});

function addTitle(paper: Paper, text: string): void {
  const { x } = sideColumn(paper);
  paper.addElement('H2', () => paper.write(text, x, paper.y, { font: 'heading', size: 13 }));
  paper.y += 24;
}

function addRow(paper: Paper, label: string, value: string): void {
  const { x, width } = sideColumn(paper);
  const { y } = paper;
  paper.addText('P', label, { x, y, width: width - 30 });
  paper.addText('P', value, { x, y, font: 'strong', width, align: 'right' });
  paper.decorate(() =>
    paper.doc
      .moveTo(x, paper.y + 17)
      .lineTo(x + width, paper.y + 17)
      .lineWidth(0.6)
      .stroke(colours.line),
  );
  paper.y += 23;
}

function drawHours(paper: Paper, { bestHours }: MonthlyReport): void {
  addTitle(paper, sectionTitles.hours);
  if (bestHours.length === 0) paper.addNote(emptySectionTexts.hours, sideColumn(paper));
  for (const slot of bestHours) {
    addRow(
      paper,
      `${hourTitle(slot)} (${formatPostCount(slot.posts)})`,
      formatReportPercent(slot.avgEngagement),
    );
  }
  paper.y += 16;
}

function drawHashtags(paper: Paper, { hashtags }: MonthlyReport): void {
  addTitle(paper, sectionTitles.hashtags);
  if (hashtags === null) paper.addNote(emptySectionTexts.hashtags, sideColumn(paper));
  else for (const { label, value } of hashtagFigures(hashtags)) addRow(paper, label, value);
  paper.y += 16;
}

function drawFailures(paper: Paper, { failures }: MonthlyReport): void {
  addTitle(paper, sectionTitles.failures);
  if (failures.length === 0) paper.addNote(emptySectionTexts.failures, sideColumn(paper));
  for (const { cause, count } of failures)
    addRow(paper, failureCauseNames[cause], formatWhole(count));
}
