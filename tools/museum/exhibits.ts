import type { Act, Exhibit } from './exhibit.ts';

/** Ten seconds before the second wave is published and the eighth is prepared. */
const BEGIN = 15 - 1 / 6;
const everyCall = ['rate', 'permissions'] as const;
const reads = ['status', 'list', 'permalink'] as const;
const writesAndReads = ['create', 'publish', ...reads] as const;

const during = (
  minutes: number,
  steps: readonly string[],
  fault: string,
  account?: number,
): Act => ({ at: BEGIN, minutes, steps, fault, ...(account === undefined ? {} : { account }) });

/** The third account loses its authorization, and its owner logs in again after 15 minutes. */
const lostAuthorization = (subcode: string): Pick<Exhibit, 'script' | 'expected'> => ({
  script: [
    { at: BEGIN, steps: ['token'], fault: subcode, times: 1, account: 2 },
    { at: 30, reconnect: 2 },
  ],
  expected: { blame: 'account', offAir: [2], alert: null },
});

/** The fifth account loses a part of its grant, and its owner grants all again after 15 minutes. */
const withdrawn = (
  withdraw: 'page' | 'publishing',
): Pick<Exhibit, 'setting' | 'script' | 'expected'> => ({
  setting: 'one-person',
  script: [
    { at: BEGIN, withdraw, account: 4 },
    { at: 30, reconnect: 4 },
  ],
  expected: { blame: 'account', offAir: [4], alert: null },
});

const published: Exhibit['expected'] = { blame: null, alert: null };

/** Ordered by what they teach: outages of everything, of one step, misleading answers, accounts, files. */
export const exhibits: readonly Exhibit[] = [
  {
    id: 'backbone-2021',
    title: 'Nothing of Meta can be reached',
    sources: [
      'engineering.fb.com, More details about the October 4 outage',
      'en.wikipedia.org/wiki/2021_Facebook_outage',
    ],
    dates: '2021-10-04, about six hours',
    seen: 'Every call ends without an answer. Posts fail one after another, or go out hours late.',
    script: [during(20, everyCall, 'reset-before-commit')],
    expected: { blame: 'instagram', alert: 'InstagramSilent' },
  },
  {
    id: 'login-2024',
    title: 'All sessions are called invalid, and are not',
    sources: ['outlookindia.com, Facebook, Instagram down, 2024-03-05'],
    dates:
      '2024-03-05, about two hours. What the API answered is not known: played as 190 with good tokens',
    seen: 'Schedulers that believe the answer disconnect every account.',
    script: [during(20, writesAndReads, '190/467')],
    expected: { blame: 'instagram', alert: 'InstagramRefuses' },
  },
  {
    id: 'html-2024',
    title: 'Web pages instead of answers',
    sources: [
      'securityticks.com, worldwide outage of 2024-12-11',
      'facebookarchive/php-graph-sdk#856',
    ],
    dates: '2024-12-11, about four hours; of the API: 2017-09-27, in 2024 assumed',
    seen: '"Sorry, something went wrong" where data is expected: the parser fails, and the post with it.',
    script: [during(20, everyCall, 'html-before-commit')],
    expected: { blame: 'instagram', alert: 'InstagramSilent' },
  },
  {
    id: 'server-errors-2024',
    title: 'Internal errors for every call',
    sources: [
      'evrimagaci.org, Meta apps worldwide, 2024-12-11: internal server errors and timeouts',
    ],
    dates: '2024-12-11, about four hours',
    seen: '"An unexpected error has occurred." A scheduler that gives up after three attempts loses the post.',
    script: [during(20, everyCall, '500-code2')],
    expected: { blame: 'instagram', alert: 'InstagramRefuses' },
  },
  {
    id: 'empty-answers',
    title: 'Empty answers with 200',
    sources: ['msigley/WP-Instagram-API#6', 'amachang/facebook-node-sdk#5'],
    dates: '2022-09-07: errors with 200; without a body: 2013-03-01',
    seen: 'A status of success without a word in it: taken for a success, or the parser fails.',
    script: [during(20, writesAndReads, 'empty-before-commit')],
    expected: { blame: 'instagram', alert: 'InstagramSilent' },
  },
  {
    id: 'reads-100-33',
    title: 'Containers exist, and cannot be read',
    sources: ['geoff-maddock/events-tracker#1900', 'gitroomhq/postiz-app#1562'],
    dates: '2026-05-23 to June 2026',
    seen: 'Containers are created, their status is 100/33, and each post is called failed.',
    script: [during(20, reads, '100/33')],
    expected: { blame: 'instagram', alert: 'InstagramRefuses' },
  },
  {
    id: 'reads-10',
    title: 'A permission is called missing, and is there',
    sources: ['geoff-maddock/events-tracker#1900'],
    dates: '2026-05-23 to June 2026',
    seen: '#10 for valid tokens: accounts are disconnected, and their owners asked to log in again.',
    script: [during(20, reads, '10/scope')],
    expected: { blame: 'instagram', alert: 'InstagramRefuses' },
  },
  {
    id: 'access-deactivated',
    title: 'The access of the whole app is deactivated',
    sources: ['msigley/WP-Instagram-API#6', 'codingbadger/instant-tokens.com#14'],
    dates: '2022-09-07; 2021-03-12 to 2021-03-14',
    seen: '200 for every call of every customer, until the operator opens the dashboard of the app.',
    script: [during(20, writesAndReads, '200')],
    expected: { blame: 'instagram', alert: 'InstagramRefuses' },
  },
  {
    id: 'robots-403',
    title: 'Our own robots.txt keeps Instagram away',
    sources: ['Ayrshare help, Meta Media Crawler Blocked', 'justfly.idv.tw, 2207076 for five days'],
    dates: 'undated',
    seen: '"Only photo or video can be accepted", or 2207076 for a video: the owner is asked to change the file.',
    script: [
      during(50, ['create'], '9004/2207052', 0),
      during(50, ['create'], '9004/2207052', 1),
      during(50, ['create'], 'error:2207076', 2),
      during(50, ['create'], '9004/2207052', 3),
      during(50, ['create'], '9004/2207052', 4),
    ],
    expected: { blame: 'operator', alert: 'InstagramRefuses', unpublished: 15 },
  },
  {
    id: 'fetches-seven-weeks',
    title: 'Downloads fail for weeks: one day it works, the next it does not',
    sources: ['inovector/mixpost#197', 'gitroomhq/postiz-app#486'],
    dates: '2026-03-13 to 2026-05-04; a day is played as eight minutes',
    seen: '9004/2207052 for files that anybody can open.',
    script: [0, 13, 26].map((later) => ({
      at: BEGIN + later,
      minutes: 8,
      steps: ['create'],
      fault: '9004/2207052',
    })),
    expected: { blame: 'operator', alert: 'InstagramRefuses' },
  },
  {
    id: 'one-download-in-eight',
    title: 'One download in eight fails at random',
    sources: ['gitroomhq/postiz-app#1900', 'gitroomhq/postiz-app#2000'],
    dates: '2026',
    seen: 'One picture of a carousel cannot be fetched, and the whole post fails.',
    script: [4, 9, 14, 19, 24].map((at, account) => ({
      at,
      account,
      times: 1,
      steps: ['create'],
      fault: account % 2 === 0 ? '9004/2207052' : '-2/2207003',
    })),
    expected: published,
  },
  {
    id: 'blocked-but-published',
    title: 'Success told as failure',
    sources: ['gitroomhq/postiz-app#1681'],
    dates: '2026-07',
    seen: '"Instagram blocked your request" for posts that are online. Who tries again has two.',
    script: [during(20, ['publish'], '403-2207051-but-published')],
    expected: { blame: 'instagram', alert: 'InstagramRefuses' },
  },
  {
    id: 'published-but-absent',
    title: 'Failure told as success',
    sources: ['gitroomhq/postiz-app#989', 'mgp25/Instagram-API#2545'],
    dates: '2019-03-01 to 2026, again and again',
    seen: 'The scheduler has an id and says "published", and the account has no such post.',
    script: [during(20, ['publish'], 'told-only')],
    expected: { blame: 'instagram', alert: 'PublicationsAbsent', unpublished: 20 },
  },
  {
    id: 'lost-answers',
    title: 'The post is out, and the answer is lost',
    sources: ['gitroomhq/postiz-app#832', 'rodrgds/openpost, notes of v7.37.0'],
    dates: '2025-06-21 to 2026',
    seen: 'The same post again and again, until the account is nearly closed.',
    script: [
      during(20, ['publish'], 'timeout-after-commit', 0),
      during(20, ['publish'], '500-code2-but-published', 1),
      during(20, ['publish'], 'reset-after-commit', 2),
      during(20, ['publish'], 'empty-after-commit', 3),
      during(20, ['publish'], 'html-after-commit', 4),
    ],
    expected: published,
  },
  {
    id: 'permalink-unreadable',
    title: 'The post is out, and its address cannot be read',
    sources: ['gitroomhq/postiz-app#1568', 'trypostit/trypost#281'],
    dates: '2026-05-29',
    seen: 'The post is online and called an error, because its link could not be read.',
    script: [during(30, ['permalink'], '100/33')],
    expected: published,
  },
  {
    id: 'finished-not-ready',
    title: 'A finished container is not ready',
    sources: ['exileum/meta-mcp#138', 'codeforboston/CutePetsBoston#83'],
    dates: '2026-04-05 to 2026-04-10',
    seen: '"Media ID is not available" a second after the container was called finished.',
    script: [0, 2].map((account) => ({
      at: BEGIN,
      account,
      times: 2,
      steps: ['publish'],
      fault: '9007/2207027',
    })),
    expected: published,
  },
  {
    id: 'endless-processing',
    title: 'Containers are in progress and stay so',
    sources: ['trypostit/trypost#351', 'gitroomhq/postiz-app#1724'],
    dates: '2026-07-14 to 2026-09-11',
    seen: 'Fifteen minutes of "still processing", then an error. Posts stay in the queue for 20 minutes and more.',
    script: [during(20, ['status'], 'stuck')],
    expected: published,
  },
  {
    id: 'called-too-often',
    title: 'An account is called too often',
    sources: ['trypostit/trypost#281'],
    dates: '2026-08-13',
    seen: '80002, sometimes with HTTP 400: taken for a fault of the post, and every attempt prolongs it.',
    script: [{ at: BEGIN, steps: ['create'], fault: '80002', times: 1, account: 1 }],
    expected: { ...published, blame: 'instagram', hasForecast: true },
  },
  {
    id: 'quota-lower-than-said',
    title: 'The quota of posts is spent before it should be',
    sources: ['developers.facebook.com, media_publish: 50; its guide: 100'],
    dates: '2021 to 2026: 25, 50 and 100 are documented',
    seen: '"You reached maximum number of posts", although the count is below the limit.',
    script: [during(12, ['publish'], 'quota', 0)],
    expected: { ...published, blame: 'instagram', hasForecast: true },
  },
  {
    id: 'action-block',
    title: 'Instagram blocks the publications of one account',
    sources: ['gitroomhq/postiz-app#832', 'gitroomhq/postiz-app#1681'],
    dates: '2025-06-21 to 2026-07',
    seen: '"We restrict certain activity", and an account that goes on calling is blocked for longer.',
    script: [{ at: BEGIN, steps: ['publish'], fault: '403-2207051', times: 1, account: 4 }],
    expected: { blame: 'account', offAir: [4], alert: null, unpublished: 9 },
  },
  {
    id: 'burst-block',
    title: 'Posts of one account come too close together',
    sources: [
      'gitroomhq/postiz-app#832',
      'developers.facebook.com, Error codes: 2207051, activity that is restricted to protect the community',
    ],
    dates: '2025-06-21 to 2026. From which distance on is not known: played as five seconds',
    seen: 'Posts for the same minute go out within milliseconds, and the account is blocked for hours.',
    setting: 'posts-together',
    script: [{ at: 5, burstMs: 5000 }],
    expected: published,
  },
  {
    id: 'checkpoint',
    title: 'Facebook asks a person for a security check',
    sources: ['gitroomhq/postiz-app#2054', 'gitroomhq/postiz-app#2123'],
    dates: '2026',
    seen: 'Every post of the account fails by itself, without a word about the check.',
    ...lostAuthorization('459'),
  },
  {
    id: 'new-password',
    title: 'A new password ends the authorization',
    sources: ['codingbadger/instant-tokens.com#28', 'stevenschobert/instafeed.js#654'],
    dates: '2021-10-30 to 2025-01-28',
    seen: '"The session has been invalidated because the user changed their password", at the first post after it.',
    ...lostAuthorization('460'),
  },
  {
    id: 'sixty-days-over',
    title: 'The sixty days of a login without a page are over',
    sources: [
      'Dymantic/laravel-instagram-feed#49',
      'Msameim181/n8n-nodes-instagram-integrations#8',
    ],
    dates: '2022-02-05 to 2025-12-02; that no refresh came through before is assumed',
    seen: '"Session has expired" every two months, where the token is not refreshed in time.',
    setting: 'instagram-login',
    ...lostAuthorization('463'),
  },
  {
    id: 'trimmed-grant',
    title: 'One account of a login may not publish any more',
    sources: ['gitroomhq/postiz-app#1914', 'brightbeanxyz/brightbean-studio#168'],
    dates: '2026-07-01 to 2026-09-10',
    seen: '"Requires instagram_content_publish", shown as an unknown error, while the other accounts publish.',
    ...withdrawn('publishing'),
  },
  {
    id: 'narrower-login',
    title: 'A later login leaves a page out',
    sources: ['gitroomhq/postiz-app#1679', 'gitroomhq/postiz-app#1719'],
    dates: '2026-07-06 to 2026-08-18',
    seen: '190, called a missing permission, for accounts that were connected long ago.',
    ...withdrawn('page'),
  },
  {
    id: 'video-unprocessed',
    title: 'Instagram cannot process a video',
    sources: ['gitroomhq/postiz-app#1992', 'gitroomhq/postiz-app#2033'],
    dates: '2026-08-30 to 2026-09-07',
    seen: '"Media upload has failed with error code 2207082", without a word about what to change.',
    script: [{ at: BEGIN, minutes: 50, steps: ['create'], fault: 'error:2207082', account: 2 }],
    expected: { blame: 'file', alert: null, unpublished: 3 },
  },
  {
    id: 'video-lost-twice',
    title: 'Instagram loses a video twice',
    sources: [
      'developers.facebook.com, Error codes: 2207053, as of 2026-06-02',
      'fbsamples/reels_publishing_apis#48',
    ],
    dates: 'until 2026-06-02',
    seen: 'The container is in ERROR without a cause, and the next one works: who gives up loses the post.',
    script: [{ at: BEGIN, times: 2, steps: ['create'], fault: 'error:2207053', account: 2 }],
    expected: published,
  },
];
