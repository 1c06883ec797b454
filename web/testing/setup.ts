import { afterEach, beforeAll, beforeEach, vi } from 'vitest';
import '../src/ui/styles/index.css';
import { clearOfflineCache } from '../src/app/offline/offline-cache.ts';
import { setClock } from './clock.ts';
import { closePage } from './open-page.tsx';
import { server } from './stub-server.ts';
import { resetTimeZone } from './time-zone.ts';

setClock();
document.documentElement.dataset['script'] = '';

const complaints: string[] = [];

beforeAll(resetTimeZone);

beforeEach(() => {
  complaints.length = 0;
  for (const level of ['error', 'warn'] as const)
    vi.spyOn(console, level).mockImplementation(
      (...words) => void complaints.push(words.join(' ')),
    );
});

afterEach(async () => {
  await closePage();
  await server.waitForAnswers();
  await clearOfflineCache();
  vi.restoreAllMocks();
  vi.useRealTimers();
  await resetTimeZone();
  const unanswered = server.unanswered.splice(0);
  server.reset();
  // An afterEach hook can fail the test only with an exception.
  if (unanswered.length > 0)
    throw new Error(`requests without an answer:\n${unanswered.join('\n')}`);
  if (complaints.length > 0)
    throw new Error(`complaints of the browser:\n${complaints.join('\n')}`);
});
