import type { InstagramLogin } from '@pontual/contract/instagram/instagram.ts';

/** An id that a call needs: of the account, of its page, or of what the call before it brought. */
type Placeholder = 'account' | 'page' | 'container' | 'medium';

export interface ReviewCall {
  method: 'GET' | 'POST';
  /** With at most one placeholder, as `{account}/media`. */
  path: string;
  params: Readonly<Record<string, string>>;
  /** With the token of the person who connected the account instead of the account's own. */
  asOwner?: true;
  /** What the id in the answer stands for in the next call. */
  brings?: Placeholder;
}

/** Stands for the signed link to the sample image, which no page shows. */
export const SAMPLE_IMAGE = '{sample}';

const read = (path: string, params: ReviewCall['params'], more: Partial<ReviewCall> = {}) =>
  ({ method: 'GET', path, params, ...more }) satisfies ReviewCall;

const newestMedium = read(
  '{account}/media',
  { fields: 'id,timestamp', limit: '1' },
  { brings: 'medium' },
);

/** Comments are of other people: neither their text nor their author is asked for. */
const comments = [newestMedium, read('{medium}/comments', { fields: 'id,timestamp', limit: '5' })];

const insights = [
  read('{account}/insights', { metric: 'reach', period: 'day', metric_type: 'total_value' }),
];

/** The container is never published and expires. */
const publishing: ReviewCall[] = [
  {
    method: 'POST',
    path: '{account}/media',
    params: { image_url: SAMPLE_IMAGE },
    brings: 'container',
  },
  read('{container}', { fields: 'id,status_code' }),
  read('{account}/content_publishing_limit', { fields: 'quota_usage,config' }),
];

/** What App Review wants to see called, by permission (docs/meta.md). None publishes, changes or deletes. */
const callsByPermission: Record<InstagramLogin, Readonly<Record<string, readonly ReviewCall[]>>> = {
  facebook: {
    instagram_basic: [read('{account}', { fields: 'id,username' }), newestMedium],
    instagram_content_publish: publishing,
    pages_show_list: [read('me/accounts', { fields: 'id,name', limit: '10' }, { asOwner: true })],
    pages_read_engagement: [read('{page}', { fields: 'id,name' })],
    business_management: [
      read('me/businesses', { fields: 'id,name', limit: '10' }, { asOwner: true }),
    ],
    instagram_manage_insights: insights,
    instagram_manage_comments: comments,
  },
  instagram: {
    instagram_business_basic: [read('me', { fields: 'user_id,username' }), newestMedium],
    instagram_business_content_publish: publishing,
    instagram_business_manage_insights: insights,
    instagram_business_manage_comments: comments,
  },
};

/** Empty for a permission that the product does not use. */
export const callsFor = (login: InstagramLogin, permission: string): readonly ReviewCall[] =>
  callsByPermission[login][permission] ?? [];

export function describeCall({ method, path, params }: ReviewCall): string {
  const query = Object.entries(params).map(([name, value]) => `${name}=${value}`);
  return `${method} ${path}?${query.join('&')}`;
}

/** Undefined while the id that the path needs is not known. */
export function fillPath(path: string, ids: ReadonlyMap<string, string>): string | undefined {
  const [, placeholder] = /\{(\w+)\}/.exec(path) ?? [];
  if (placeholder === undefined) return path;
  const id = ids.get(placeholder);
  return id === undefined ? undefined : path.replace(`{${placeholder}}`, id);
}
