import { openEnvironment } from '../simulation/installation.ts';
import { exhibits } from './exhibits.ts';
import { playExhibit } from './play.ts';
import type { ExhibitVerdict } from './verdict.ts';

/** What a player sends when it is ready for the first exhibit, and after each one. */
export type PlayerMessage = 'ready' | { verdict: ExhibitVerdict; ms: number };

// A child process of play-all.ts, which sends the id of the next exhibit, or another word to end it.
const environment = await openEnvironment();
const send = (message: PlayerMessage) => process.send?.(message);
process.on('message', (id) => {
  const exhibit = exhibits.find((one) => one.id === id);
  if (exhibit === undefined) return void environment.close().then(() => process.disconnect());
  const startedAt = performance.now();
  void playExhibit(environment, exhibit).then((verdict) =>
    send({ verdict, ms: performance.now() - startedAt }),
  );
});
send('ready');
