import { fromBrasilia, toBrasilia } from '@pontual/contract/shared/brasilia-time.ts';
import { updatePost } from '@pontual/contract/posts/post-changes.ts';
import type { Post } from '@pontual/contract/posts/posts.ts';
import { vi } from 'vitest';
import { page, userEvent, type Locator } from 'vitest/browser';
import { waitUntilSettled } from './accessibility.ts';
import { server } from './stub-server.ts';
import { answerWithPosts } from './default-answers.ts';

/** Tuesday, 9 June 2026, 14:32 in Brasília: three days before Dia dos Namorados. */
export const NOW = new Date('2026-06-09T17:32:00Z');

/** Freezes the date; timers keep running. */
export function freezeClock(now: Date = NOW): void {
  vi.useFakeTimers({ toFake: ['Date'], now });
}

/** Returns an instant in Brasília, relative to the day of the frozen clock. */
export function brasiliaTimeAt(days: number, hour: number, minute = 0): string {
  const today = toBrasilia(NOW);
  return fromBrasilia({ ...today, day: today.day + days, hour, minute }).toISOString();
}

/** Locates a day or hour of the calendar by its name. */
export const cell = (name: RegExp | string): Locator =>
  page.getByRole('grid').getByRole('button', { name });

export const timeline = page.getByRole('region', { name: 'Timeline' });

/** Locates the timeline entry of a post by its caption. */
export const timelineEntry = (caption: string): Locator =>
  timeline.getByRole('listitem').filter({ hasText: caption });

export const detailsDialog = page.getByRole('dialog', { name: 'Detalhes do post' });

/** Opens the details of a post from its timeline entry. */
export async function openDetails(caption: string): Promise<void> {
  await timelineEntry(caption).getByRole('button').filter({ hasText: caption }).first().click();
  await detailsDialog.findElement();
  await waitUntilSettled();
}

/** Locates a visible or announced status message. */
export const statusMessage = (text: RegExp | string): Locator =>
  page.getByRole('status').filter({ hasText: text });

/** Returns a text field of a submitted form; null where it is missing. */
export function readFormText(body: FormData, name: string): string | null {
  const value = body.get(name);
  return typeof value === 'string' ? value : null;
}

/** Answers a reschedule of this post, and returns the new due time from then on. */
export function answerMoves(post: Post, others: readonly Post[] = []): void {
  server.answer(updatePost, ({ body }) => {
    const moved = { ...post, scheduledTime: readFormText(body, 'scheduledTime') };
    answerWithPosts([...others, moved]);
    return { post: moved, warning: null, remarks: [] };
  });
}

const MAX_TAB_PRESSES = 60;

/** Presses a key until the target has the focus, as a keyboard user does. */
export async function tabTo(target: Locator, key = '{Tab}'): Promise<void> {
  const element = await target.findElement();
  for (let stops = 0; stops < MAX_TAB_PRESSES; stops += 1) {
    if (document.activeElement === element) return;
    await userEvent.keyboard(key);
  }
  throw new Error(`${key} does not reach ${target.selector}`);
}
