import { mediaTypeNames } from '@pontual/contract/post-rules.ts';
import {
  dayWords,
  inPercent,
  inPosts,
  inWhole,
  nothingKnown,
  reachWords,
  reportParts,
} from '@pontual/contract/report-words.ts';
import type { MonthlyReport } from '@pontual/contract/reports.ts';
import { colours, type Paper } from './paper.ts';

type Day = MonthlyReport['days'][number];

const CHART_HEIGHT = 96;
/** Of the room that a day has. */
const BAR_PART = 0.66;
const LABEL = 7;

interface Bars {
  days: readonly Day[];
  /** Null draws nothing, not even a 0. */
  valueOf(day: Day): number | null;
  /** What stands over each bar. */
  isEachNamed: boolean;
}

/** Bars scaled to the highest one, which stands out; the number of each day is under it. */
function drawBars(paper: Paper, { days, valueOf, isEachNamed }: Bars): void {
  const { doc, left, width } = paper;
  const most = Math.max(1, ...days.map((day) => valueOf(day) ?? 0));
  const best = days.find((day) => valueOf(day) === most);
  const room = width / days.length;
  const ground = paper.y + CHART_HEIGHT;
  days.forEach((day, index) => {
    const value = valueOf(day) ?? 0;
    const x = left + index * room;
    const height = (value / most) * (CHART_HEIGHT - LABEL - 6);
    if (value > 0) {
      doc.rect(x + (room * (1 - BAR_PART)) / 2, ground - height, room * BAR_PART, height);
      if (day === best) doc.lineWidth(1.2).fillAndStroke(colours.ipe, colours.ink);
      else doc.fill(colours.ink);
      if (isEachNamed || day === best) {
        const label = { size: LABEL, font: 'strong', align: 'center' } as const;
        const wide = Math.max(room, 40);
        paper.write(inWhole(value), x + room / 2 - wide / 2, ground - height - LABEL - 4, {
          ...label,
          width: wide,
        });
      }
    }
    paper.write(String(index + 1), x, ground + 5, {
      size: LABEL,
      colour: 'ink3',
      width: room,
      align: 'center',
    });
  });
  doc
    .moveTo(left, ground)
    .lineTo(left + width, ground)
    .lineWidth(1.2)
    .stroke(colours.ink);
}

/** Days on which nothing was are left out of what is read out. */
const told = (days: readonly Day[], words: (day: Day) => string): string =>
  days.length === 0 ? '' : `${days.map(words).join('; ')}.`;

export function drawDays(paper: Paper, { days }: MonthlyReport): void {
  paper.heading(reportParts.days, CHART_HEIGHT);
  const busy = days.filter(({ published, failed }) => published + failed > 0);
  const alt = `${reportParts.days}. ${told(busy, dayWords) || 'Nenhum post publicado neste mês.'}`;
  paper.add(
    'Figure',
    () => drawBars(paper, { days, valueOf: ({ published }) => published, isEachNamed: true }),
    { alt },
  );
  paper.y += CHART_HEIGHT + 34;
}

export function drawReach(paper: Paper, { days }: MonthlyReport): void {
  paper.heading(reportParts.reach, CHART_HEIGHT);
  const known = days.filter(({ reach }) => reach !== null);
  if (known.length === 0) {
    paper.note(nothingKnown.reach);
    paper.y += 14;
    return;
  }
  paper.add(
    'Figure',
    () => drawBars(paper, { days, valueOf: ({ reach }) => reach, isEachNamed: false }),
    { alt: `${reportParts.reach}. ${told(known, reachWords)}` },
  );
  paper.y += CHART_HEIGHT + 34;
}

const TYPE_ROW = 21;
const TRACK = { x: 76, height: 7 };

/** How the posts fall into types; the longest bar is the type that is used most. */
export function drawTypes(paper: Paper, { types }: MonthlyReport): void {
  paper.heading(reportParts.types, Math.max(1, types.length) * TYPE_ROW);
  if (types.length === 0) paper.note(nothingKnown.types);
  const most = Math.max(1, ...types.map(({ count }) => count));
  const { left, width, doc } = paper;
  const track = width - TRACK.x - 230;
  const list = paper.group('L');
  for (const { type, count, share, avgEngagement } of types) {
    const { y } = paper;
    paper.decorate(() => {
      const [x, top] = [left + TRACK.x, y + 3];
      doc.roundedRect(x, top, track, TRACK.height, 3.5).fill(colours.sunken);
      const length = Math.max(TRACK.height, (count / most) * track);
      doc.roundedRect(x, top, length, TRACK.height, 3.5).fill(colours.ink);
    });
    const item = paper.group('LI', list);
    const body = paper.group('LBody', item);
    const x = left + TRACK.x + track;
    const rate = `${inPercent(avgEngagement)} de engajamento`;
    const known = avgEngagement === null ? 'engajamento sem dados' : rate;
    const cell = { y, size: 10, align: 'right' } as const;
    paper.say('P', mediaTypeNames[type], { x: left, y, font: 'strong', size: 10 }, body);
    paper.say('P', inPercent(share), { ...cell, x, font: 'strong', width: 40 }, body);
    paper.say('P', inPosts(count), { ...cell, x: x + 40, colour: 'ink3', width: 58 }, body);
    paper.say('P', known, { ...cell, x: x + 98, colour: 'ink2', width: 132 }, body);
    body.end();
    item.end();
    paper.y += TYPE_ROW;
  }
  list.end();
  paper.y += 10;
}
