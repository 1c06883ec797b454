import type { Chance } from './chance.ts';
import type { Fault } from './faults.ts';
import type { Plot } from './owner-faults.ts';
import type { PlannedPost } from './population.ts';

/** With what an owner begins to stop a post; what follows on it is in the acts below. */
export type StopAct = 'pause' | 'ask-approval' | 'take-over';
type StopFault = Extract<Fault, { kind: 'stop' }>;

const SECOND = 1000;
const MINUTE = 60 * SECOND;
const acts = ['pause', 'ask-approval', 'take-over', 'take-over'] as const;
/** Who finds nothing that could be taken over looks again, so often. */
const LOOKS = 20;

/** Stops of a seed: many of them around the hour of a post, where they get in the engine's way. */
export const planStops = (
  chance: Chance,
  planned: readonly PlannedPost[],
  count: number,
): Fault[] =>
  Array.from({ length: count }, () => {
    const [act, post] = [chance.pick(acts), chance.oneOf(planned)];
    if (post === undefined) return [];
    const at = instantOf(act, post, chance);
    const stop = { name: `owner: ${act}`, at, kind: 'stop', act, post } as const;
    return act === 'take-over' && chance.happens(0.6) ? [lost(post, chance), stop] : [stop];
  }).flat();

/** The call of its hour is lost: then the post is in doubt for as long as nobody can tell. */
function lost({ dueAt }: PlannedPost, chance: Chance): Fault {
  const trouble = chance.pick(['request-lost', 'answer-lost', 'request-refused'] as const);
  const name = `network: ${trouble} at publish`;
  return { name, at: dueAt - 3 * SECOND, kind: 'network', step: 'publish', trouble };
}

function instantOf(act: StopAct, { createdAt, dueAt }: PlannedPost, chance: Chance): number {
  if (act === 'take-over') return dueAt + chance.between(0, chance.pick([SECOND, 3 * MINUTE]));
  if (act === 'pause')
    return dueAt - chance.between(-2 * SECOND, chance.pick([5 * SECOND, MINUTE]));
  return chance.happens(0.5)
    ? dueAt - chance.between(0, 5 * SECOND)
    : chance.between(createdAt, dueAt);
}

/** An owner stops a post, or all of a workspace, and sees to what comes of it. */
export function stopByOwner({ act, name, post }: StopFault, plot: Plot): void {
  switch (act) {
    case 'pause':
      plot.told(name);
      return pauseFor(post, plot);
    case 'ask-approval':
      plot.told(name);
      return askFor(post, plot);
    case 'take-over':
      return takeOverSoon(LOOKS, plot);
  }
}

/** With an end or without one; and resumed by hand, as most are, before it comes. */
function pauseFor({ workspace }: PlannedPost, { time, chance, owners, act, told }: Plot): void {
  const ms = chance.between(SECOND, chance.pick([20 * SECOND, 8 * MINUTE]));
  const hasEnd = chance.happens(0.4);
  act(() => owners.pause(workspace, hasEnd ? new Date(time.now() + ms) : null));
  if (hasEnd && chance.happens(0.7)) return;
  time.after(hasEnd ? chance.between(0, ms) : ms, () => {
    told('owner: resume');
    act(() => owners.resume(workspace));
  });
}

/** Somebody asks for an approval, and most of them come: before the hour or too late. */
function askFor(post: PlannedPost, { time, chance, owners, act, told }: Plot): void {
  act(() => owners.askApproval(post));
  if (chance.happens(0.2)) return;
  const untilHour = Math.max(0, post.dueAt - time.now());
  const ms = chance.pick([
    untilHour - chance.between(0, 3 * SECOND),
    chance.between(0, 5 * MINUTE),
  ]);
  const answer = (verdict: 'approved' | 'change_asked') => () => {
    told(verdict === 'approved' ? 'owner: approve' : 'owner: ask-change');
    act(() => owners.answer(post, verdict));
  };
  if (chance.happens(0.2)) time.after(chance.between(0, ms), answer('change_asked'));
  time.after(ms, answer('approved'));
}

function takeOverSoon(looks: number, plot: Plot): void {
  const { time, chance, owners, planned, act, told } = plot;
  act(async () => {
    const post = await owners.takeOver(planned);
    if (post !== undefined) {
      told('owner: take-over');
      if (chance.happens(0.8)) publishSoon(post, LOOKS, plot);
    } else if (looks > 0) {
      time.after(chance.between(SECOND, 30 * SECOND), () => takeOverSoon(looks - 1, plot));
    }
  });
}

/** As soon as it is theirs for sure, and they have the time. */
function publishSoon(post: PlannedPost, looks: number, plot: Plot): void {
  const { time, chance, owners, act, told } = plot;
  time.after(chance.between(SECOND, 3 * MINUTE), () =>
    act(async () => {
      if (await owners.publishByHand(post)) told('owner: publish-by-hand');
      else if (looks > 0) publishSoon(post, looks - 1, plot);
    }),
  );
}
