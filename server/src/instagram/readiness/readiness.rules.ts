import type { InstagramLogin } from '@pontual/contract/instagram/instagram.ts';
import type {
  Ability,
  AccountReadiness,
  Situation,
} from '@pontual/contract/instagram/readiness.ts';
import {
  accountUnavailable,
  findIssueByCode,
  isPermissionError,
  loginRemoved,
} from '../graph/errors.ts';
import { COMMENTS_SCOPE, INSIGHTS_SCOPE } from '../../platform/meta-settings.ts';
import {
  COMMENT_SCOPES,
  mayPublish,
  maySubmit,
  scopesFor,
  type GrantedPermissions,
} from '../tokens/permissions.rules.ts';

/** `refused` has Instagram's error code. Undefined: Instagram did not answer, so nothing is known. */
export type TrialResult =
  | { kind: 'accepted'; takesStories: boolean }
  | { kind: 'refused'; code: string }
  | undefined;

/** What Instagram has answered; undefined for what it has not. */
export interface Facts {
  igUserId: string;
  pageId: string | undefined;
  requestedScopes: readonly string[];
  /** The connection is on hold until its owner reconnects. */
  needsReconnect: boolean;
  /** That hold: this installation has no settings of its login any more. */
  isLoginRemoved: boolean;
  /** Of the token that publishes. */
  isTokenValid: boolean | undefined;
  granted: GrantedPermissions | undefined;
  /** `refused`: no call in the name of this person is answered. Where no page is needed, none is missing. */
  page: 'linked' | 'personal' | 'unlinked' | 'missing' | 'refused' | undefined;
  tasks: readonly string[] | undefined;
  quota: { total: number; used: number } | undefined;
  trial: TrialResult;
}

interface Wording {
  text: string;
  step: AccountReadiness['step'];
}

interface Rule {
  situation: Situation;
  applies(facts: Facts): boolean;
  /** Of what publishes nothing: its name in a badge. */
  label: string | null;
  /** A login without a wording has no such situation. */
  wording: Partial<Record<InstagramLogin, Wording>>;
}

const step = (text: string, url: string | null = null) => ({ text, url, reconnects: false });
const reconnect = (text: string, url: string | null = null) => ({ text, url, reconnects: true });
const forBoth = (wording: Wording) => ({ facebook: wording, instagram: wording });

const CONVERT_URL = 'https://www.instagram.com/accounts/convert_to_professional_account/';

const codeOf = ({ trial }: Facts) => (trial?.kind === 'refused' ? trial.code : undefined);
const isRefused = (facts: Facts, pattern = /./) => pattern.test(codeOf(facts) ?? '');
/** A post that Instagram accepts outweighs each reading, unless a page or permission is named as not granted. */
const isAccepted = ({ trial }: Facts) => trial?.kind === 'accepted';
const scopesOfAccount = (facts: Facts) => facts.granted && scopesFor(facts, facts.granted);
const lacks = (scopes: readonly string[] | undefined) =>
  scopes !== undefined && !mayPublish(scopes);
const isSpent = ({ quota }: Facts) => quota !== undefined && quota.used >= quota.total;

const AUTHORIZATION_LOST = /^(190|102|104)(\/|$)/;
const PAGE_AUTHORIZATION = /^(368\/1404078|190\/492)$/;
const RESTRICTED = /^(25|368|4\/2207051)(\/|$)/;
const UNFETCHED = /^(9004(\/.*)?|-2\/2207003)$/;
const QUOTA = /^9(\/|$)/;
const THROTTLED: ReadonlySet<string> = new Set(['rate_limited', 'app_limited']);

const isThrottled = (facts: Facts) =>
  THROTTLED.has(findIssueByCode(codeOf(facts) ?? null)?.class ?? '');
/** The refusal can follow from who connected the account. */
const isUnauthorized = (facts: Facts) =>
  isRefused(facts, AUTHORIZATION_LOST) ||
  codeOf(facts) === accountUnavailable.code ||
  isPermissionError({ code: codeOf(facts) ?? '' });

const optionalScopes: Partial<Record<Ability, readonly string[]>> = {
  first_comments: COMMENT_SCOPES,
  insights: ['instagram_basic', 'pages_read_engagement', INSIGHTS_SCOPE],
};

const lacksOptional = (facts: Facts) => {
  const scopes = scopesOfAccount(facts);
  return [COMMENTS_SCOPE, INSIGHTS_SCOPE].some(
    (scope) => facts.requestedScopes.includes(scope) && scopes?.includes(scope) === false,
  );
};

/** The first that applies is named, so what explains the others comes first. */
export const readinessRules: readonly Rule[] = [
  {
    situation: 'reconnect',
    applies: (facts) => facts.isLoginRemoved,
    label: 'Sem acesso',
    wording: forBoth({ text: loginRemoved.cause, step: reconnect('Conecte a conta de novo.') }),
  },
  {
    situation: 'app_in_development',
    applies: (facts) => facts.page === 'refused' && !isAccepted(facts),
    label: 'Sem acesso',
    wording: {
      facebook: {
        text: 'O Facebook não está atendendo a Pontual em nome do seu perfil.',
        step: step('Fale com o suporte, que a gente resolve. Seus posts continuam guardados.'),
      },
      instagram: {
        text: 'O Instagram não está atendendo a Pontual em nome desta conta.',
        step: step('Fale com o suporte, que a gente resolve. Seus posts continuam guardados.'),
      },
    },
  },
  {
    situation: 'granted_elsewhere',
    applies: (facts) => !lacks(facts.granted?.scopes) && lacks(scopesOfAccount(facts)),
    label: 'Falta permissão',
    wording: {
      facebook: {
        text: 'A permissão de publicar foi dada para outra página, e não para a desta conta.',
        step: reconnect('Abra o Facebook de novo e marque esta conta e a página dela.'),
      },
    },
  },
  {
    situation: 'permission_declined',
    applies: (facts) => lacks(facts.granted?.scopes),
    label: 'Falta permissão',
    wording: {
      facebook: {
        text: 'Falta uma permissão sem a qual não publicamos nesta conta.',
        step: reconnect('Abra o Facebook de novo e deixe todas as permissões marcadas.'),
      },
      instagram: {
        text: 'Falta uma permissão sem a qual não publicamos nesta conta.',
        step: reconnect('Abra o Instagram de novo e deixe todas as permissões marcadas.'),
      },
    },
  },
  {
    situation: 'personal',
    applies: (facts) => facts.page === 'personal' && !isAccepted(facts),
    label: 'Conta pessoal',
    wording: {
      facebook: {
        text: 'A conta está ligada à página, mas não como conta profissional, e só nessas o Instagram deixa publicar.',
        step: reconnect(
          'No Instagram, mude a conta para profissional e ligue-a à página. Depois, conecte de novo.',
          CONVERT_URL,
        ),
      },
      instagram: {
        text: 'A conta não é mais profissional, e só nessas o Instagram deixa publicar.',
        step: reconnect(
          'No Instagram, mude a conta para profissional. Depois, conecte de novo.',
          CONVERT_URL,
        ),
      },
    },
  },
  {
    situation: 'page_missing',
    applies: (facts) => facts.page === 'unlinked' && !isAccepted(facts),
    label: 'Sem página',
    wording: {
      facebook: {
        text: 'A conta não está mais ligada à página pela qual publicamos.',
        step: reconnect(
          'No Instagram, em Editar perfil, ligue a conta à sua página do Facebook. Depois, conecte de novo.',
          'https://www.instagram.com/accounts/edit/',
        ),
      },
    },
  },
  {
    situation: 'another_person',
    applies: (facts) => facts.page === 'missing' && (facts.needsReconnect || isUnauthorized(facts)),
    label: 'Sem acesso',
    wording: {
      facebook: {
        text: 'O perfil do Facebook que conectou esta conta não administra a página dela.',
        step: reconnect(
          'Entre no Facebook com o perfil que administra a página e conecte de novo.',
        ),
      },
    },
  },
  {
    situation: 'second_factor',
    applies: (facts) => isRefused(facts, PAGE_AUTHORIZATION),
    label: 'Falta verificação',
    wording: {
      facebook: {
        text: 'A página exige verificação em duas etapas de quem publica, e o seu perfil do Facebook ainda não a concluiu.',
        step: step(
          'Ative a verificação em duas etapas no Facebook e conclua o que a página pede. Depois, confira de novo.',
          'https://www.facebook.com/security/2fac/settings',
        ),
      },
      instagram: {
        text: 'O Instagram não deixa publicar nesta conta antes de uma verificação: talvez a de duas etapas.',
        step: step(
          'Abra o Instagram, ative a verificação em duas etapas e conclua o que ele pede. Depois, confira de novo.',
          'https://accountscenter.instagram.com/password_and_security/two_factor/',
        ),
      },
    },
  },
  {
    situation: 'reconnect',
    applies: (facts) =>
      facts.needsReconnect || facts.isTokenValid === false || isRefused(facts, AUTHORIZATION_LOST),
    label: 'Sem acesso',
    wording: forBoth({
      text: 'O Instagram não aceita mais a autorização desta conta.',
      step: reconnect('Conecte a conta de novo.'),
    }),
  },
  {
    situation: 'no_task',
    applies: (facts) => !maySubmit(facts.tasks) && !isAccepted(facts),
    label: 'Acesso insuficiente',
    wording: {
      facebook: {
        text: 'Seu acesso à página do Facebook ligada a esta conta não permite publicar.',
        step: step(
          'Peça a quem administra a página permissão para criar conteúdo. Depois, confira de novo.',
        ),
      },
    },
  },
  {
    situation: 'restricted',
    applies: (facts) => isRefused(facts, RESTRICTED),
    label: 'Restrito',
    wording: forBoth({
      text: 'O Instagram restringiu esta conta.',
      step: step('Abra o aplicativo do Instagram e resolva o aviso. Depois, confira de novo.'),
    }),
  },
  {
    situation: 'throttled',
    applies: isThrottled,
    label: null,
    wording: forBoth({
      text: 'O Instagram pediu uma pausa nas consultas.',
      step: step('Não precisa fazer nada: continuamos assim que ela terminar.'),
    }),
  },
  {
    situation: 'unreachable',
    applies: (facts) => isRefused(facts, UNFETCHED),
    label: null,
    wording: forBoth({
      text: 'O Instagram não conseguiu buscar uma foto de teste no endereço desta instalação.',
      step: step(
        'Confira de novo em alguns minutos. Se continuar, fale com o suporte: o endereço público precisa responder ao Instagram.',
      ),
    }),
  },
  {
    situation: 'quota_spent',
    applies: (facts) => isSpent(facts) || isRefused(facts, QUOTA),
    label: null,
    wording: forBoth({
      text: 'A conta chegou ao limite de posts do Instagram em 24 horas.',
      step: step('Não precisa fazer nada: os próximos posts saem quando o Instagram liberar.'),
    }),
  },
  {
    situation: 'unchecked',
    applies: (facts) => !isAccepted(facts) || facts.granted === undefined,
    label: null,
    wording: forBoth({
      text: 'Não foi possível conferir tudo agora: o Instagram não respondeu como devia.',
      step: step('Confira de novo em alguns minutos.'),
    }),
  },
  {
    situation: 'creator',
    applies: ({ trial }) => trial?.kind === 'accepted' && !trial.takesStories,
    label: null,
    wording: forBoth({
      text: 'O Instagram não aceita stories desta conta agora. Nas contas de criador, ele só deixa publicá-los pelo próprio aplicativo.',
      step: step(
        'Se ela é de criador e você quer publicar stories por aqui, mude-a para comercial no Instagram. Depois, confira de novo.',
      ),
    }),
  },
  {
    situation: 'optional_declined',
    applies: lacksOptional,
    label: null,
    wording: {
      facebook: {
        text: 'Os posts são publicados, mas falta uma permissão opcional.',
        step: reconnect('Para usar tudo, abra o Facebook de novo e deixe as permissões marcadas.'),
      },
      instagram: {
        text: 'Os posts são publicados, mas falta uma permissão opcional.',
        step: reconnect('Para usar tudo, abra o Instagram de novo e deixe as permissões marcadas.'),
      },
    },
  },
  {
    situation: 'ready',
    applies: () => true,
    label: null,
    wording: forBoth({ text: 'Tudo pronto para publicar.', step: null }),
  },
];

/** Names the first situation that applies; what it blocks works in no other respect, either. */
export function describeReadiness(
  facts: Facts,
  login: InstagramLogin,
): Omit<AccountReadiness, 'instagramAccountId' | 'username'> {
  for (const { situation, applies, label, wording } of readinessRules) {
    const words = wording[login];
    if (words === undefined || !applies(facts)) continue;
    const works = label === null ? listAbilities(facts) : [];
    return { login, situation, label, works, ...words };
  }
  throw new Error('no situation applies');
}

/** What is not known is not promised. */
function listAbilities(facts: Facts): Ability[] {
  const { trial } = facts;
  const scopes = scopesOfAccount(facts);
  const optional = Object.entries(optionalScopes) as [Ability, readonly string[]][];
  return [
    ...(trial?.kind === 'accepted' ? (['posts'] as const) : []),
    ...(trial?.kind === 'accepted' && trial.takesStories ? (['stories'] as const) : []),
    ...optional.flatMap(([ability, needed]) =>
      needed.every((scope) => scopes?.includes(scope) === true) ? [ability] : [],
    ),
  ];
}
