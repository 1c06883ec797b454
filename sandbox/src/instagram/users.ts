export type FacebookUser = { id: string; name: string };

/** A Facebook page; without an account it represents the case `no_instagram_business`. */
export type Page = {
  id: string;
  name: string;
  userId: string;
  accountId?: string;
  /** The tasks of the person on the page; undefined means all. */
  tasks?: string[];
};

export type InstagramAccount = {
  id: string;
  username: string;
  name: string;
  biography: string;
  website: string;
  followers: number;
  follows: number;
  pageId: string;
  userId: string;
};

export const FACEBOOK_USERS: readonly FacebookUser[] = [
  { id: '10158000000000001', name: 'Marina Couto' },
  { id: '10158000000000002', name: 'Davi Serrano' },
  { id: '10158000000000003', name: 'Lia Prates' },
  { id: '10158000000000004', name: 'Otávio Reis' },
];

export const PAGES: readonly Page[] = [
  {
    id: '104000000000001',
    name: 'Ateliê Barro',
    userId: '10158000000000001',
    accountId: '17841400000000001',
  },
  {
    id: '104000000000002',
    name: 'Café da Serra',
    userId: '10158000000000002',
    accountId: '17841400000000002',
  },
  { id: '104000000000004', name: 'Oficina do Otávio', userId: '10158000000000004' },
];

export const INSTAGRAM_ACCOUNTS: readonly InstagramAccount[] = [
  {
    id: '17841400000000001',
    username: 'atelie.barro',
    name: 'Ateliê Barro',
    biography: 'Cerâmica feita à mão em Cunha, SP.',
    website: 'https://atelie-barro.example',
    followers: 4218,
    follows: 312,
    pageId: '104000000000001',
    userId: '10158000000000001',
  },
  {
    id: '17841400000000002',
    username: 'cafe.serra',
    name: 'Café da Serra',
    biography: 'Torra própria, coado na hora. Serra da Mantiqueira.',
    website: 'https://cafe-serra.example',
    followers: 1867,
    follows: 540,
    pageId: '104000000000002',
    userId: '10158000000000002',
  },
  // No page and no Facebook user: only Instagram Login reaches it.
  {
    id: '17841400000000003',
    username: 'lia.prates',
    name: 'Lia Prates',
    biography: 'Bordado livre em Olinda, PE.',
    website: '',
    followers: 932,
    follows: 401,
    pageId: '',
    userId: '',
  },
];
