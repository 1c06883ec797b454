import { fromBrasilia, toBrasilia } from '@pontual/contract/shared/brasilia-time.ts';
import { updatePost } from '@pontual/contract/posts/post-changes.ts';
import type { Post } from '@pontual/contract/posts/posts.ts';
import { vi } from 'vitest';
import { page, userEvent, type Locator } from 'vitest/browser';
import { waitUntilSettled } from './accessibility.ts';
import { server } from './stub-server.ts';
import { answerWithPosts } from './default-answers.ts';

/** Tuesday, 14:32 in Brasília: three days before Dia dos Namorados. */
export const NOW = new Date('2026-06-09T17:32:00Z');

/** Timers keep running. */
export function freezeClock(now: Date = NOW): void {
  vi.useFakeTimers({ toFake: ['Date'], now });
}

export function brasiliaTimeAt(days: number, hour: number, minute = 0): string {
  const today = toBrasilia(NOW);
  return fromBrasilia({ ...today, day: today.day + days, hour, minute }).toISOString();
}

export const cell = (name: RegExp | string): Locator =>
  page.getByRole('grid').getByRole('button', { name });

export const timeline = page.getByRole('region', { name: 'Timeline' });

export const timelineEntry = (caption: string): Locator =>
  timeline.getByRole('listitem').filter({ hasText: caption });

export const detailsDialog = page.getByRole('dialog', { name: 'Detalhes do post' });

export async function openDetails(caption: string): Promise<void> {
  await timelineEntry(caption).getByRole('button').filter({ hasText: caption }).first().click();
  await detailsDialog.findElement();
  await waitUntilSettled();
}

export const statusMessage = (text: RegExp | string): Locator =>
  page.getByRole('status').filter({ hasText: text });

export function readFormText(body: FormData, name: string): string | null {
  const value = body.get(name);
  return typeof value === 'string' ? value : null;
}

export function answerMoves(post: Post, others: readonly Post[] = []): void {
  server.answer(updatePost, ({ body }) => {
    const moved = { ...post, scheduledTime: readFormText(body, 'scheduledTime') };
    answerWithPosts([...others, moved]);
    return { post: moved, warning: null, textWarnings: [] };
  });
}

const MAX_TAB_PRESSES = 60;

export async function tabTo(target: Locator, key = '{Tab}'): Promise<void> {
  const element = await target.findElement();
  for (let stops = 0; stops < MAX_TAB_PRESSES; stops += 1) {
    if (document.activeElement === element) return;
    await userEvent.keyboard(key);
  }
  throw new Error(`${key} does not reach ${target.selector}`);
}
