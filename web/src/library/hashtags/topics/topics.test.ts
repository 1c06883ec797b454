import { expect, test } from 'vitest';
import { topics } from './topics.ts';

const topicsByName = topics.map((topic) => [topic.name, topic] as const);

test('there are at least 40 topics with unique names', () => {
  expect(topics.length).toBeGreaterThanOrEqual(40);
  expect(new Set(topics.map(({ name }) => name)).size).toBe(topics.length);
});

test.each(topicsByName)('%s has at least 10 hashtags, none twice', (_name, { tags }) => {
  expect(tags.length).toBeGreaterThanOrEqual(10);
  expect(new Set(tags).size).toBe(tags.length);
});

test.each(topicsByName)('all hashtags of %s are valid on Instagram', (_name, { tags }) => {
  // Without accents, the most common spelling. Digits alone are not a hashtag.
  expect(tags.filter((tag) => !/^(?!\d+$)[a-z0-9_]+$/.test(tag))).toEqual([]);
});

test.each(topicsByName)('%s has lower-case triggers, none twice', (_name, { triggers }) => {
  expect(triggers.length).toBeGreaterThan(0);
  expect(triggers.filter((trigger) => !/^[\p{Ll}]+( [\p{Ll}]+)*$/u.test(trigger))).toEqual([]);
  expect(new Set(triggers).size).toBe(triggers.length);
});
