import { afterAll, afterEach, beforeAll, beforeEach, vi } from 'vitest';
import '../src/ui/styles/index.css';
import { clearOfflineCache } from '../src/app/offline/offline-cache.ts';
import { setClock } from './clock.ts';
import { closePage } from './open-page.tsx';
import { interceptRequests, server } from './stub-server.ts';
import { resetTimeZone } from './time-zone.ts';

setClock();
// As public/theme.js says it to the styles before the first paint.
document.documentElement.dataset['script'] = '';

let release: () => void;
const consoleErrors: string[] = [];

beforeAll(async () => {
  release = interceptRequests();
  await resetTimeZone();
});
afterAll(() => release());

beforeEach(() => {
  consoleErrors.length = 0;
  vi.spyOn(console, 'error').mockImplementation(
    (...words) => void consoleErrors.push(words.join(' ')),
  );
});

afterEach(async () => {
  await closePage();
  await server.waitForAnswers();
  // What the lists of posts brought is kept on the device for whoever has no line.
  await clearOfflineCache();
  vi.restoreAllMocks();
  vi.useRealTimers();
  await resetTimeZone();
  const unanswered = server.unanswered.splice(0);
  server.reset();
  // Thrown, for there is no test around it that could expect anything.
  if (unanswered.length > 0)
    throw new Error(`requests without an answer:\n${unanswered.join('\n')}`);
  if (consoleErrors.length > 0)
    throw new Error(`complaints of the browser:\n${consoleErrors.join('\n')}`);
});
