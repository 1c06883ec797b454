import { captionCounts, captionParts } from '@pontual/contract/posts/captions.ts';
import { CAPTION_MAX } from '@pontual/contract/shared/instagram-limits.ts';
import { captionLength } from '@pontual/contract/posts/posts.ts';
import {
  fieldsIn,
  fillTemplate,
  TEMPLATE_FRAME_MAX,
  TEMPLATE_FRAMES_MAX,
  templateOccasions,
  templateTrades,
} from '@pontual/contract/posts/template-text.ts';
import { TEMPLATE_LIBRARY_LIMIT, type LibraryTemplate } from '@pontual/contract/posts/templates.ts';
import { expect, test } from 'vitest';
import { templateLibrary } from './template-library.ts';

const count = <T>(values: readonly T[]): number => new Set(values).size;
const examplesOf = ({ fields }: LibraryTemplate) =>
  Object.fromEntries(fields.map(({ name, example }) => [name, example]));
const each = templateLibrary.map((template) => [template._id, template] as const);

test('the library holds at least 60 templates of at least 10 trades, and fits in one response', () => {
  expect(templateLibrary.length).toBeGreaterThanOrEqual(60);
  expect(templateLibrary.length).toBeLessThanOrEqual(TEMPLATE_LIBRARY_LIMIT);
  expect(count(templateLibrary.map(({ trade }) => trade))).toBe(templateTrades.length);
  expect(templateTrades.length).toBeGreaterThanOrEqual(10);
});

test('each trade has enough templates, and each occasion has templates of several trades', () => {
  for (const trade of templateTrades) {
    const own = templateLibrary.filter((template) => template.trade === trade);
    expect.soft(count(own.map(({ occasion }) => occasion)), trade).toBeGreaterThanOrEqual(6);
    expect.soft(count(own.map(({ mediaType }) => mediaType)), trade).toBeGreaterThanOrEqual(3);
  }
  for (const occasion of templateOccasions) {
    const trades = templateLibrary.filter((template) => template.occasion === occasion);
    expect.soft(count(trades.map(({ trade }) => trade)), occasion).toBeGreaterThanOrEqual(6);
  }
});

test('no two templates are the same', () => {
  expect(count(templateLibrary.map(({ _id }) => _id))).toBe(templateLibrary.length);
  expect(count(templateLibrary.map(({ caption }) => caption))).toBe(templateLibrary.length);
  expect(count(templateLibrary.map(({ trade, title }) => `${trade} ${title}`))).toBe(
    templateLibrary.length,
  );
});

test.each(each)('%s declares exactly the fields that its text uses', (_id, template) => {
  const { caption, frames, fields } = template;
  expect(fields.map(({ name }) => name).sort()).toEqual(fieldsIn(caption, ...frames).sort());
  expect(fields.filter(({ example }) => example.trim() === '')).toEqual([]);
  const filled = [caption, ...frames].map((text) => fillTemplate(text, examplesOf(template)));
  expect(filled.join('\n')).not.toMatch(/[{}]/);
});

test.each(each)('%s with its examples is a caption that Instagram accepts', (_id, template) => {
  const caption = fillTemplate(template.caption, examplesOf(template));
  expect(captionLength(caption)).toBeLessThanOrEqual(CAPTION_MAX);
  const { hashtags, mentions } = captionCounts(caption);
  expect(mentions).toBe(0);
  const [least, most] = template.mediaType === 'STORIES' ? [0, 0] : [3, 5];
  expect(hashtags).toBeGreaterThanOrEqual(least);
  expect(hashtags).toBeLessThanOrEqual(most);
  const tags = captionParts(caption).flatMap(({ kind, text }) => (kind === 'hashtag' ? text : []));
  expect(tags).toEqual([...new Set(tags.map((tag) => tag.toLowerCase()))]);
});

test.each(each)('%s describes each picture of its type', (_id, template) => {
  const { mediaType, frames } = template;
  expect(frames.length).toBeGreaterThanOrEqual(mediaType === 'CAROUSEL' ? 2 : 1);
  const isOne = mediaType === 'IMAGE' || mediaType === 'STORIES';
  expect(frames).toHaveLength(isOne ? 1 : frames.length);
  expect(frames.length).toBeLessThanOrEqual(TEMPLATE_FRAMES_MAX);
  for (const frame of frames) expect(frame.length).toBeLessThanOrEqual(TEMPLATE_FRAME_MAX);
});

test.each(each)('%s follows the style of the product', (_id, { title, caption, frames }) => {
  const text = [title, caption, ...frames].join('\n');
  expect(text).not.toMatch(/\p{Extended_Pictographic}/u);
  expect(text).not.toMatch(/[–—]| {2}|\t| \n|\n{3}|\.\.\./);
  expect(caption).toBe(caption.trim());
  expect(text.match(/!/g)?.length ?? 0).toBeLessThanOrEqual(1);
});
