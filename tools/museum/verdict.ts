import { NOT_VISIBLE } from '@pontual/contract/posts/issue-codes.ts';
import { findIssueByCode } from '@pontual/server/instagram/graph/errors.ts';
import type { Blame, Exhibit } from './exhibit.ts';

interface ObservedIssue {
  account: number;
  code: string;
  action: string;
}

/** Stored for sending by email, push and webhook; without a post: about the account. */
interface ObservedNotification extends ObservedIssue {
  postId: string | null;
  at: number;
}

interface ObservedPost {
  id: string;
  account: number;
  dueAt: number;
  status: string;
  /** The engine has not finished with it. */
  isActive: boolean;
  publishedAt: number | null;
  /** How many media of Instagram's ledger have its caption. */
  media: number;
}

export interface Observations {
  /** The first fault was armed. */
  beganAt: number;
  posts: readonly ObservedPost[];
  notifications: readonly ObservedNotification[];
  /** Of the posts, at any time. */
  issues: readonly ObservedIssue[];
  /** When the issue of a post first said until when it waits. */
  forecasts: ReadonlyMap<string, number>;
  /** Accounts that waited for their owner at any time. */
  offAir: ReadonlySet<number>;
  /** When each alert fired first. */
  alerts: ReadonlyMap<string, number>;
  unexpectedErrors: readonly string[];
}

export interface ExhibitVerdict {
  exhibit: Exhibit;
  posts: number;
  published: number;
  /** Not published, and their owners are notified. */
  notified: number;
  lost: number;
  doubled: number;
  wronglyOffAir: number;
  blamed: Blame[];
  latestMs: number;
  /** From the beginning; null: none has fired. */
  alertAfterMs: number | null;
  /** From the due time of a post that is late; the worst of all, null without one. */
  notificationAfterMs: number | null;
  violations: string[];
}

const MINUTE = 60_000;
const MAX_ALERT_MINUTES = 5;
/** A post that is less late needs no notification. */
const MAX_NOTIFICATION_MS = 10 * MINUTE;

const ownBlame: Readonly<Record<string, Blame>> = {
  'no-account': 'account',
  'other-account': 'account',
  'not-fetched': 'operator',
  uploading: 'operator',
  'too-late': 'operator',
  'not-processable': 'file',
};

/** Whom an issue names as the cause, by its code and by what it asks of the owner. */
function blameOf({ code, action }: Pick<ObservedIssue, 'code' | 'action'>): Blame {
  const own = ownBlame[code];
  if (own !== undefined) return own;
  if (action === 'reconnect') return 'account';
  if (action === 'change_media' || action === 'edit') return 'file';
  const issue = findIssueByCode(code);
  if (issue?.class === 'blocked') return 'account';
  return issue?.class === 'bug' || issue?.fileFailure === 'unfetched' ? 'operator' : 'instagram';
}

export function judge(exhibit: Exhibit, observations: Observations): ExhibitVerdict {
  const { expected } = exhibit;
  const { posts, beganAt } = observations;
  const { unpublished = 0, offAir = [], hasForecast = false } = expected;
  const blamed = new Set([...observations.notifications, ...observations.issues].map(blameOf));
  const alertAt = [...observations.alerts.values()].toSorted((one, other) => one - other)[0];
  const delays = posts.flatMap((post) => notificationDelay(post, exhibit, observations) ?? []);
  const notified = posts.filter(
    (post) => !isPublished(post) && isNotified(post, observations.notifications),
  );
  const verdict: ExhibitVerdict = {
    exhibit,
    posts: posts.length,
    published: posts.filter(isPublished).length,
    notified: notified.length,
    lost: posts.filter((post) => !isAccountedFor(post, observations.notifications)).length,
    doubled: posts.reduce((sum, { media }) => sum + Math.max(0, media - 1), 0),
    wronglyOffAir: [...observations.offAir].filter((account) => !offAir.includes(account)).length,
    blamed: [...blamed],
    latestMs: Math.max(0, ...posts.map((post) => (post.publishedAt ?? 0) - post.dueAt)),
    alertAfterMs: alertAt === undefined ? null : alertAt - beganAt,
    notificationAfterMs: delays.length === 0 ? null : Math.max(...delays),
    violations: [],
  };
  const { violations } = verdict;
  const require = (isTrue: boolean, what: string) => isTrue || violations.push(what);
  require(verdict.lost === 0, `${verdict.lost} posts lost`);
  require(verdict.doubled === 0, `${verdict.doubled} posts doubled`);
  const early = posts.filter(({ publishedAt, dueAt }) => publishedAt && publishedAt < dueAt);
  require(early.length === 0, `${early.length} posts early`);
  const missing = posts.length - verdict.published;
  require(missing === unpublished, `${missing} posts not published instead of ${unpublished}`);
  require(verdict.wronglyOffAir === 0, `${verdict.wronglyOffAir} accounts wrongly off the air`);
  for (const account of offAir)
    require(observations.offAir.has(account), `account ${account} is not off the air`);
  require(hasRightBlame(exhibit, observations), `blames ${verdict.blamed.join(', ')}`);
  const wronglyBlamed = [...observations.notifications, ...observations.issues].filter(
    (issue) => offAir.length > 0 && blameOf(issue) === 'account' && !offAir.includes(issue.account),
  );
  require(wronglyBlamed.length === 0, `blames ${wronglyBlamed.length} times an account that works`);
  require(hasRightAlerts(
    exhibit,
    observations,
  ), `alerts: ${describeAlerts(observations) || 'none'}`);
  require(!hasForecast || observations.forecasts.size > 0, 'no issue has a forecast');
  const notificationMs = verdict.notificationAfterMs ?? 0;
  require(notificationMs <=
    MAX_NOTIFICATION_MS, `a notification after ${minutes(notificationMs)} min`);
  violations.push(...observations.unexpectedErrors);
  return verdict;
}

const isPublished = ({ status, media }: ObservedPost) => status === 'published' && media > 0;

const isAbout = ({ id, account }: ObservedPost, notification: ObservedNotification) =>
  notification.account === account && (notification.postId === null || notification.postId === id);

const isNotified = (post: ObservedPost, notifications: readonly ObservedNotification[]) =>
  notifications.some((notification) => isAbout(post, notification));

/**
 * Out and called published, or neither and its owner is notified. Of a post that is called published and is not out,
 * only one notification says that.
 */
function isAccountedFor(
  post: ObservedPost,
  notifications: readonly ObservedNotification[],
): boolean {
  if (isPublished(post)) return true;
  const relevant =
    post.status === 'published'
      ? notifications.filter(({ code }) => code === NOT_VISIBLE)
      : notifications;
  return !post.isActive && post.media === 0 && isNotified(post, relevant);
}

/** @returns undefined for a post that needs no notification */
function notificationDelay(
  post: ObservedPost,
  { expected }: Exhibit,
  { notifications, forecasts }: Observations,
): number | undefined {
  const lateMs = (post.publishedAt ?? Infinity) - post.dueAt;
  if (isPublished(post) && lateMs <= MAX_NOTIFICATION_MS) return undefined;
  const sentAt = notifications.filter((one) => isAbout(post, one)).map(({ at }) => at);
  const forecastAt = expected.hasForecast ? (forecasts.get(post.id) ?? Infinity) : Infinity;
  return Math.max(0, Math.min(forecastAt, ...sentAt) - post.dueAt);
}

function hasRightBlame({ expected }: Exhibit, { notifications, issues }: Observations): boolean {
  const { blame } = expected;
  // An issue that a post has for moments, between two attempts, is judged only where an owner is notified.
  if (blame === null) return notifications.length === 0;
  const named = [...notifications, ...issues].map(blameOf);
  const others = named.filter((one) => one !== 'instagram' && one !== blame);
  return others.length === 0 && named.includes(blame);
}

/** The stated alert, and no other, fires after the fault has begun. */
function hasRightAlerts({ expected }: Exhibit, { alerts, beganAt }: Observations): boolean {
  if (expected.alert === null) return alerts.size === 0;
  const afterMs = (alerts.get(expected.alert) ?? Infinity) - beganAt;
  return alerts.size === 1 && afterMs >= 0 && afterMs <= MAX_ALERT_MINUTES * MINUTE;
}

const describeAlerts = ({ alerts, beganAt }: Observations) =>
  [...alerts].map(([name, at]) => `${name} after ${minutes(at - beganAt)} min`).join(', ');

const minutes = (ms: number): string => (ms / MINUTE).toFixed(1);
