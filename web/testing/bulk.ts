import { fromBrasilia } from '@pontual/contract/shared/brasilia-time.ts';
import {
  checkBatch,
  type AnnouncedFile,
  type Batch,
  type BatchLine,
  type BatchIssue,
  type CheckedLine,
} from '@pontual/contract/planning/bulk.ts';
import { findBatchDuplicates } from '@pontual/contract/planning/duplicates.ts';
import { page, userEvent } from 'vitest/browser';
import { anId } from './examples.ts';
import { server } from './stub-server.ts';

function checkedLine(line: BatchLine, files: readonly AnnouncedFile[]): CheckedLine {
  const [, day, month, year] = /^(\d\d)\/(\d\d)\/(\d{4})$/.exec(line.day) ?? [];
  const [, hour, minute] = /^(\d\d)[:h](\d\d)?$/.exec(line.hour) ?? [];
  const dateParts = [year, month, day, hour, minute ?? 0].map(Number);
  const [y = 0, m = 1, d = 1, h = 0, min = 0] = dateParts;
  const fileIndexes = line.files
    .split('|')
    .map((name) => files.findIndex((file) => file.name === name));
  const found = fileIndexes.filter((index) => index >= 0);
  return {
    files: found,
    mediaType: found.length > 1 ? 'CAROUSEL' : 'IMAGE',
    scheduledTime: dateParts.some((part) => Number.isNaN(part))
      ? null
      : fromBrasilia({ year: y, month: m, day: d, hour: h, minute: min }).toISOString(),
    collaborators: [],
    shareToFeed: true,
    issues: [],
  };
}

export function answerChecks(
  issuesOf: (line: BatchLine, files: readonly AnnouncedFile[]) => BatchIssue[] = () => [],
): void {
  server.answer(checkBatch, ({ body: { lines, files } }) => ({
    lines: lines.map((line) => ({
      ...checkedLine(line, files),
      issues: issuesOf(line, files),
    })),
  }));
  server.answerByDefault(findBatchDuplicates, { posts: [] });
}

export const aBatch = (overrides: Partial<Batch> = {}): Batch => ({
  _id: anId(),
  createdAt: new Date().toISOString(),
  createdBy: 'ana@example.com',
  posts: 1,
  undoable: 1,
  firstTime: null,
  lastTime: null,
  instagramAccountId: null,
  undoneAt: null,
  ...overrides,
});

export const chooseFiles = (...files: File[]): Promise<void> =>
  userEvent.upload(page.getByLabelText('Escolher planilha e arquivos'), files);

export const row = (name: string) => page.getByRole('listitem', { name, exact: true });
