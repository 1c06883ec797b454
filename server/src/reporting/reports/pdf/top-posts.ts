import { formatDayMonth, formatTime } from '@pontual/contract/shared/brasilia-time.ts';
import { mediaTypeNames } from '@pontual/contract/posts/post-rules.ts';
import {
  formatReportPercent,
  formatWhole,
  emptySectionTexts,
  sectionTitles,
} from '@pontual/contract/insights/report-text.ts';
import type { MonthlyReport } from '@pontual/contract/insights/reports.ts';
import { colours, printableCaption, type Paper } from './paper.ts';
import { drawPicture } from './profile.ts';

const ROW_HEIGHT = 47;
const PICTURE = { width: 30, height: 40 };
const NUMBERS_WIDTH = 130;

export function drawTopPosts(
  paper: Paper,
  { topPosts }: MonthlyReport,
  pictures: ReadonlyMap<string, Buffer>,
): void {
  paper.heading(sectionTitles.topPosts, Math.max(1, topPosts.length) * ROW_HEIGHT);
  if (topPosts.length === 0) {
    paper.addNote(emptySectionTexts.topPosts);
    return;
  }
  const list = paper.addGroup('L');
  const { left, width, doc } = paper;
  topPosts.forEach((post, index) => {
    const { y } = paper;
    const at = new Date(post.scheduledTime);
    paper.decorate(() => {
      if (index > 0) {
        doc
          .moveTo(left, y - 3.5)
          .lineTo(left + width, y - 3.5)
          .lineWidth(0.6)
          .stroke(colours.line);
      }
      drawPicture(paper, pictures.get(post._id), { x: left, y, ...PICTURE });
    });
    const item = paper.addGroup('LI', list);
    const body = paper.addGroup('LBody', item);
    const inside = {
      x: left + PICTURE.width + 12,
      width: width - PICTURE.width - 24 - NUMBERS_WIDTH,
    };
    const when = `${mediaTypeNames[post.mediaType]}, ${formatDayMonth(at)}, ${formatTime(at)}`;
    const caption = printableCaption(post.caption);
    paper.addText('P', when, { ...inside, y: y + 1, size: 9, colour: 'ink3' }, body);
    paper.addText('P', caption, { ...inside, y: y + 14, size: 10, height: 28 }, body);
    const numbers = {
      x: left + width - NUMBERS_WIDTH,
      width: NUMBERS_WIDTH,
      align: 'right',
    } as const;
    const rate = formatReportPercent(post.engagement);
    const measured = `${formatWhole(post.interactions)} interações, alcance ${formatWhole(post.reach)}`;
    paper.addText('P', rate, { ...numbers, y, font: 'display', size: 18 }, body);
    paper.addText('P', measured, { ...numbers, y: y + 23, size: 8.5, colour: 'ink3' }, body);
    body.end();
    item.end();
    paper.y += ROW_HEIGHT;
  });
  list.end();
}
