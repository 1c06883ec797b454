import type { InstagramLogin } from '@pontual/contract/instagram/instagram.ts';
import type { PostAction } from '@pontual/contract/posts/posts.ts';

/**
 * How the engine treats an error of Instagram:
 * - transient: the same call may succeed later
 * - new_container: this container is lost, another may succeed
 * - not_ready: the container needs more time
 * - rate_limited, quota: the account is over a limit and must wait
 * - app_limited: the app is over a limit, and all accounts must wait
 * - reconnect: the owner must authorize again
 * - blocked: Instagram restricts the account, its owner must act there
 * - content: Instagram will never accept this post as it is
 * - bug: our call was wrong, or the error is not documented
 */
export type ErrorClass =
  | 'transient'
  | 'new_container'
  | 'not_ready'
  | 'rate_limited'
  | 'app_limited'
  | 'quota'
  | 'reconnect'
  | 'blocked'
  | 'content'
  | 'bug';

/** Why a file does not reach Instagram: it is not fetched from our server, or not processed. */
export type FileFailure = 'unfetched' | 'unprocessed';

export interface ErrorDefinition {
  class: ErrorClass;
  cause: string;
  /** Where the account is connected by another login than with a page, and that login has other words. */
  causeByLogin?: Partial<Record<InstagramLogin, string>>;
  action: PostAction;
  fileFailure?: FileFailure;
}

const wait = (kind: ErrorClass, cause: string): ErrorDefinition => ({
  class: kind,
  cause,
  action: 'wait',
});
const reconnect = (cause: string): ErrorDefinition => ({
  class: 'reconnect',
  cause: `${cause} Conecte a conta novamente.`,
  action: 'reconnect',
});
const blocked = (cause: string): ErrorDefinition => ({
  class: 'blocked',
  cause,
  action: 'try_again',
});
/** With a page, the first cause; an account of Instagram Login has neither a page nor a Facebook profile. */
const byLogin = (
  define: (cause: string) => ErrorDefinition,
  facebook: string,
  instagram: string,
): ErrorDefinition => ({
  ...define(facebook),
  causeByLogin: { instagram: define(instagram).cause },
});
const edit = (cause: string): ErrorDefinition => ({ class: 'content', cause, action: 'edit' });
const changeMedia = (cause: string): ErrorDefinition => ({
  class: 'content',
  cause,
  action: 'change_media',
});

const lostFile = (fileFailure: FileFailure, cause: string): ErrorDefinition => ({
  ...wait('new_container', cause),
  fileFailure,
});
/** What its owner can do depends on whether the post is retried or has ended. */
const bug = (cause: string): ErrorDefinition => ({ class: 'bug', cause, action: 'try_again' });

export const undocumented = bug(
  'O Instagram recusou este post por um motivo que ainda não conhecemos.',
);
const wrongCall = bug('O Instagram recusou este post por um erro nosso.');
export const noResponse = wait(
  'transient',
  'O Instagram não respondeu como devia. Tentamos de novo em instantes.',
);
const rateLimited = wait(
  'rate_limited',
  'O Instagram pediu uma pausa nesta conta. Tentamos de novo em alguns minutos.',
);
export const appLimited = wait(
  'app_limited',
  'O Instagram pediu uma pausa ao aplicativo, que vale para todas as contas. Continuamos assim que ela terminar.',
);
export const lostContainer = wait(
  'new_container',
  'O Instagram perdeu o arquivo enviado. Enviamos de novo.',
);
export const authorizationRevoked = reconnect(
  'O Instagram não aceita mais a autorização da conta.',
);
export const appAccessRemoved = reconnect(
  'O acesso da Pontual à conta foi removido no Facebook. Sem ele, nada é publicado nela.',
);
export const accountUnlinked = reconnect(
  'A conta não está mais ligada à página do Facebook pela qual a Pontual publica nela. Ligue a conta à página no Facebook.',
);
export const instagramAccessRemoved = reconnect(
  'O acesso da Pontual à conta foi removido no Instagram. Sem ele, nada é publicado nela.',
);
export const missingPermission = reconnect(
  'Falta uma permissão para publicar nesta conta do Instagram.',
);
export const businessOnly: ErrorDefinition = {
  class: 'content',
  cause:
    'O Instagram não aceitou este story. Contas de criador só publicam stories pelo próprio Instagram: publique por lá, ou mude a conta para comercial e tente de novo.',
  action: 'try_again',
};
export const processingFailed = lostFile(
  'unprocessed',
  'O Instagram não conseguiu processar este arquivo. Enviamos de novo.',
);
const unfetched = lostFile(
  'unfetched',
  'O Instagram não conseguiu buscar o arquivo. Enviamos de novo.',
);
const restricted = blocked(
  'O Instagram restringiu esta conta. Abra o Instagram e resolva o aviso.',
);
/** Two codes for the same: Meta wants more of the person than the token shows. */
const personRefused = (define: (cause: string) => ErrorDefinition): ErrorDefinition =>
  byLogin(
    define,
    'A página desta conta não deixa o seu perfil do Facebook publicar: talvez ela peça verificação em duas etapas, ou o perfil não a administre mais. Entre no Facebook e resolva.',
    'O Instagram não deixa publicar nesta conta por fora: talvez peça verificação em duas etapas, ou a confirmação de que a conta é sua. Abra o Instagram e resolva.',
  );
const usedUpQuota = wait('quota', 'A conta chegou ao limite de posts do Instagram em 24 horas.');
const stillProcessing = wait('not_ready', 'O Instagram ainda está processando o arquivo.');
const untaggable = edit(
  'Uma das pessoas marcadas ou convidadas não pode ser marcada. Tire o nome dela e tente de novo.',
);
const videoFormat = changeMedia('O Instagram não aceita o formato deste vídeo.');
const imageSize = changeMedia('A imagem é grande demais para o Instagram (até 8 MB).');
const imageFormat = changeMedia('O Instagram não aceita o formato desta imagem.');
const imageRatio = changeMedia(
  'O Instagram só aceita imagens entre 4:5 e 1,91:1. Recorte a imagem.',
);
const captionLimits = edit(
  'A legenda passa dos limites do Instagram: 2.200 caracteres, 20 menções e 5 hashtags (em algumas contas, 30).',
);
const productTags = edit(
  'O Instagram recusou a marcação de produtos. Tire a marcação e tente de novo.',
);

/**
 * Keyed by `code/subcode`, or by `code` for other subcodes and for none; `-/subcode` is observed only in the
 * status of a container. Never by message, because Instagram localises it to the account. From published response bodies and
 * https://developers.facebook.com/docs/instagram-platform/instagram-graph-api/reference/error-codes
 */
export const errorTable: Record<string, ErrorDefinition> = {
  '-2': lostContainer,
  '-2/2207003': lostFile(
    'unfetched',
    'O Instagram demorou demais para baixar o arquivo. Enviamos de novo.',
  ),
  '-2/2207020': lostContainer,
  '-1': noResponse,
  '-1/2207001': noResponse,
  '-1/2207032': lostContainer,
  '-1/2207053': lostContainer,
  '-1/2207073': wrongCall,
  '1': noResponse,
  '1/2207057': edit('A capa escolhida está fora da duração do vídeo. Escolha outro momento.'),
  '2': noResponse,
  '4/2207051': blocked(
    'O Instagram bloqueou a publicação nesta conta. Abra o Instagram e resolva o aviso.',
  ),
  '9': usedUpQuota,
  '9/2207042': usedUpQuota,
  '24': lostContainer,
  '24/2207006': lostContainer,
  '24/2207008': lostContainer,
  '25': restricted,
  '25/2207050': restricted,
  // Observed on reads of existing objects during an outage of Instagram.
  '100/33': noResponse,
  '100': wrongCall,
  '100/2207023': wrongCall,
  '100/2207028': changeMedia('O carrossel precisa ter de 2 a 10 fotos ou vídeos.'),
  '100/2207035': productTags,
  '100/2207036': productTags,
  '100/2207037': productTags,
  '100/2207040': edit('O post marca pessoas demais: o Instagram aceita até 20.'),
  '100/2207067': wrongCall,
  '100/2207089': wrongCall,
  '101': wrongCall,
  '110': untaggable,
  '110/2207018': untaggable,
  '352': videoFormat,
  '352/2207026': videoFormat,
  '506': edit('O Instagram considerou este post repetido. Mude a legenda e tente de novo.'),
  '2500': wrongCall,
  '9004': unfetched,
  '9004/2207052': unfetched,
  '9007': stillProcessing,
  '9007/2207027': stillProcessing,
  '36000': imageSize,
  '36000/2207004': imageSize,
  '36001': imageFormat,
  '36001/2207005': imageFormat,
  '36003': imageRatio,
  '36003/2207009': imageRatio,
  '36004': captionLimits,
  '36004/2207010': captionLimits,
  // Observed where robots.txt could not be read. We have decoded each file before, so the file is not to blame.
  '-/2207076': lostFile('unfetched', 'O Instagram não conseguiu ler este vídeo. Enviamos de novo.'),
  '-/2207077': lostContainer,
  '-/2207081': edit('Esta conta não pode publicar reels de teste.'),
  '-/2207082': processingFailed,
  '-/2207085': processingFailed,
  '3': missingPermission,
  '10': missingPermission,
  '102': authorizationRevoked,
  '104': authorizationRevoked,
  '190': authorizationRevoked,
  '190/458': byLogin(
    reconnect,
    'A autorização da Pontual foi retirada no Facebook.',
    'A autorização da Pontual foi retirada no Instagram.',
  ),
  '190/459': byLogin(
    reconnect,
    'O Facebook pede uma verificação de segurança: entre no Facebook e resolva.',
    'O Instagram pede uma verificação de segurança: abra o Instagram e resolva.',
  ),
  '190/460': byLogin(
    reconnect,
    'A senha do Facebook mudou e a autorização caiu.',
    'A senha do Instagram mudou e a autorização caiu.',
  ),
  '190/463': reconnect('A autorização da conta venceu.'),
  '190/464': byLogin(
    reconnect,
    'O Facebook pede que o perfil seja confirmado: entre no Facebook e confirme.',
    'O Instagram pede que a conta seja confirmada: abra o Instagram e confirme.',
  ),
  '190/467': authorizationRevoked,
  '190/492': personRefused(reconnect),
  '368': blocked(
    'O Instagram pede uma verificação de segurança nesta conta. Abra o Instagram e resolva.',
  ),
  '368/1404078': personRefused(blocked),
  '4': appLimited,
  '17': rateLimited,
  '32': rateLimited,
  '341': appLimited,
  '613': rateLimited,
};
