import { afterAll, afterEach, beforeAll, beforeEach, vi } from 'vitest';
import '../styles/index.css';
import { closePage } from './open-page.tsx';
import { interceptRequests, server } from './stub-server.ts';

// As public/theme.js says it to the styles before the first paint.
document.documentElement.dataset['script'] = '';

let release: () => void;
const complaints: string[] = [];

beforeAll(() => {
  release = interceptRequests();
});
afterAll(() => release());

beforeEach(() => {
  complaints.length = 0;
  vi.spyOn(console, 'error').mockImplementation(
    (...words) => void complaints.push(words.join(' ')),
  );
});

afterEach(async () => {
  await closePage();
  await server.answeredAll();
  vi.restoreAllMocks();
  vi.useRealTimers();
  const unanswered = server.unanswered.splice(0);
  server.reset();
  // Thrown, for there is no test around it that could expect anything.
  if (unanswered.length > 0)
    throw new Error(`requests without an answer:\n${unanswered.join('\n')}`);
  if (complaints.length > 0)
    throw new Error(`complaints of the browser:\n${complaints.join('\n')}`);
});
