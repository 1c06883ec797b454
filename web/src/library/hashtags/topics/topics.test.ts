import { expect, test } from 'vitest';
import { topics } from './topics.ts';

const topicsByName = topics.map((topic) => [topic.name, topic] as const);

test('there are at least 40 topics, each with a name of its own', () => {
  expect(topics.length).toBeGreaterThanOrEqual(40);
  expect(new Set(topics.map(({ name }) => name)).size).toBe(topics.length);
});

test.each(topicsByName)('%s has at least 10 hashtags, none twice', (_name, { tags }) => {
  expect(tags.length).toBeGreaterThanOrEqual(10);
  expect(new Set(tags).size).toBe(tags.length);
});

test.each(topicsByName)('Instagram takes every hashtag of %s', (_name, { tags }) => {
  // Without accents: so the most are written. Figures alone are no hashtag.
  expect(tags.filter((tag) => !/^(?!\d+$)[a-z0-9_]+$/.test(tag))).toEqual([]);
});

test.each(topicsByName)('%s is told by words in lower case, none twice', (_name, { triggers }) => {
  expect(triggers.length).toBeGreaterThan(0);
  expect(triggers.filter((trigger) => !/^[\p{Ll}]+( [\p{Ll}]+)*$/u.test(trigger))).toEqual([]);
  expect(new Set(triggers).size).toBe(triggers.length);
});
