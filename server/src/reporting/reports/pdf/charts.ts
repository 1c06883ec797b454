import { mediaTypeNames } from '@pontual/contract/posts/post-rules.ts';
import {
  describeReportDay,
  formatReportPercent,
  formatPostCount,
  formatWhole,
  emptySectionTexts,
  describeReach,
  sectionTitles,
} from '@pontual/contract/insights/report-text.ts';
import type { MonthlyReport } from '@pontual/contract/insights/reports.ts';
import { colours, type Paper } from './paper.ts';

type Day = MonthlyReport['days'][number];

const CHART_HEIGHT = 96;
const BAR_WIDTH_RATIO = 0.66;
const LABEL_SIZE = 7;

interface Bars {
  days: readonly Day[];
  /** Null draws nothing, not even a 0. */
  valueOf(day: Day): number | null;
  hasLabels: boolean;
}

function drawBars(paper: Paper, { days, valueOf, hasLabels }: Bars): void {
  const { doc, left, width } = paper;
  const maximum = Math.max(1, ...days.map((day) => valueOf(day) ?? 0));
  const best = days.find((day) => valueOf(day) === maximum);
  const dayWidth = width / days.length;
  const baseline = paper.y + CHART_HEIGHT;
  days.forEach((day, index) => {
    const value = valueOf(day) ?? 0;
    const x = left + index * dayWidth;
    const height = (value / maximum) * (CHART_HEIGHT - LABEL_SIZE - 6);
    if (value > 0) {
      doc.rect(
        x + (dayWidth * (1 - BAR_WIDTH_RATIO)) / 2,
        baseline - height,
        dayWidth * BAR_WIDTH_RATIO,
        height,
      );
      if (day === best) doc.lineWidth(1.2).fillAndStroke(colours.ipe, colours.ink);
      else doc.fill(colours.ink);
      if (hasLabels || day === best) {
        const label = { size: LABEL_SIZE, font: 'strong', align: 'center' } as const;
        const labelWidth = Math.max(dayWidth, 40);
        paper.write(
          formatWhole(value),
          x + dayWidth / 2 - labelWidth / 2,
          baseline - height - LABEL_SIZE - 4,
          {
            ...label,
            width: labelWidth,
          },
        );
      }
    }
    paper.write(String(index + 1), x, baseline + 5, {
      size: LABEL_SIZE,
      colour: 'ink3',
      width: dayWidth,
      align: 'center',
    });
  });
  doc
    .moveTo(left, baseline)
    .lineTo(left + width, baseline)
    .lineWidth(1.2)
    .stroke(colours.ink);
}

const describeDays = (days: readonly Day[], describe: (day: Day) => string): string =>
  days.length === 0 ? '' : `${days.map(describe).join('; ')}.`;

export function drawDays(paper: Paper, { days }: MonthlyReport): void {
  paper.heading(sectionTitles.days, CHART_HEIGHT);
  const activeDays = days.filter(({ published, failed }) => published + failed > 0);
  const alt = `${sectionTitles.days}. ${describeDays(activeDays, describeReportDay) || 'Nenhum post publicado neste mês.'}`;
  paper.addElement(
    'Figure',
    () => drawBars(paper, { days, valueOf: ({ published }) => published, hasLabels: true }),
    { alt },
  );
  paper.y += CHART_HEIGHT + 34;
}

export function drawReach(paper: Paper, { days }: MonthlyReport): void {
  paper.heading(sectionTitles.reach, CHART_HEIGHT);
  const known = days.filter(({ reach }) => reach !== null);
  if (known.length === 0) {
    paper.addNote(emptySectionTexts.reach);
    paper.y += 14;
    return;
  }
  paper.addElement(
    'Figure',
    () => drawBars(paper, { days, valueOf: ({ reach }) => reach, hasLabels: false }),
    { alt: `${sectionTitles.reach}. ${describeDays(known, describeReach)}` },
  );
  paper.y += CHART_HEIGHT + 34;
}

const TYPE_ROW = 21;
const TRACK = { x: 76, height: 7 };

export function drawTypes(paper: Paper, { types }: MonthlyReport): void {
  paper.heading(sectionTitles.types, Math.max(1, types.length) * TYPE_ROW);
  if (types.length === 0) paper.addNote(emptySectionTexts.types);
  const maximum = Math.max(1, ...types.map(({ count }) => count));
  const { left, width, doc } = paper;
  const track = width - TRACK.x - 230;
  const list = paper.addGroup('L');
  for (const { type, count, share, avgEngagement } of types) {
    const { y } = paper;
    paper.decorate(() => {
      const [x, top] = [left + TRACK.x, y + 3];
      doc.roundedRect(x, top, track, TRACK.height, 3.5).fill(colours.sunken);
      const length = Math.max(TRACK.height, (count / maximum) * track);
      doc.roundedRect(x, top, length, TRACK.height, 3.5).fill(colours.ink);
    });
    const item = paper.addGroup('LI', list);
    const body = paper.addGroup('LBody', item);
    const x = left + TRACK.x + track;
    const rate = `${formatReportPercent(avgEngagement)} de engajamento`;
    const known = avgEngagement === null ? 'engajamento sem dados' : rate;
    const cell = { y, size: 10, align: 'right' } as const;
    paper.addText('P', mediaTypeNames[type], { x: left, y, font: 'strong', size: 10 }, body);
    paper.addText('P', formatReportPercent(share), { ...cell, x, font: 'strong', width: 40 }, body);
    paper.addText(
      'P',
      formatPostCount(count),
      { ...cell, x: x + 40, colour: 'ink3', width: 58 },
      body,
    );
    paper.addText('P', known, { ...cell, x: x + 98, colour: 'ink2', width: 132 }, body);
    body.end();
    item.end();
    paper.y += TYPE_ROW;
  }
  list.end();
  paper.y += 10;
}
