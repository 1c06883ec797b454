import { browserErrors } from './errors-browser.ts';
import { memberErrors } from './errors-members.ts';

/** Programs use the code; the Portuguese sentence is for people. */
export const errorCatalogue = {
  ...browserErrors,
  ...memberErrors,
  VALIDATION: { status: 400, message: 'Dados inválidos' },
  MEDIA_KIND: {
    status: 400,
    message: 'Este tipo de post não aceita este arquivo. Escolha outro tipo ou outro arquivo.',
  },
  RESET_TOKEN_INVALID: {
    status: 400,
    message: 'O link de recuperação é inválido ou expirou. Peça um novo.',
  },
  SIGNED_REQUEST_INVALID: {
    status: 400,
    message:
      'Este pedido não tem uma assinatura válida da Meta. Confira o aplicativo e o segredo configurados.',
  },
  WEBHOOK_INVALID: { status: 400, message: 'Este aviso não traz uma assinatura válida.' },
  EMAIL_UNCHANGED: { status: 400, message: 'Este já é o e-mail da sua conta.' },
  EMAIL_LINK_INVALID: {
    status: 400,
    message: 'Este link não vale mais. Peça a troca de e-mail de novo em Sua conta.',
  },
  PUSH_ENDPOINT_INVALID: {
    status: 400,
    message:
      'Não conseguimos usar o serviço de avisos deste navegador. Atualize o navegador e tente de novo, ou use outro.',
  },
  WEBHOOK_URL: {
    status: 400,
    message: 'Use um endereço público que comece com https://, sem usuário nem senha nele.',
  },
  INVALID_CREDENTIALS: { status: 401, message: 'E-mail ou senha incorretos' },
  RATE_LIMITED: {
    status: 429,
    message: 'Muitas tentativas. Aguarde alguns minutos e tente de novo.',
  },
  HANDOFF_INVALID: {
    status: 401,
    message: 'Esta entrada com Google não vale mais. Entre novamente.',
  },
  UNAUTHENTICATED: { status: 401, message: 'Sua sessão terminou. Entre novamente.' },
  MEDIA_URL: {
    status: 422,
    message:
      'Não foi possível buscar um arquivo. Use endereços públicos que comecem com https:// e que entreguem o próprio arquivo.',
  },
  METHOD_NOT_ALLOWED: {
    status: 405,
    message: 'Este endereço só aceita POST. Confira a configuração do programa.',
  },
  TOKEN_INVALID: {
    status: 401,
    message: 'Este token não existe, venceu ou foi revogado. Crie outro em Programas.',
  },
  TOKEN_SCOPE: {
    status: 403,
    message: 'Este token não tem a permissão que o pedido exige. Crie outro em Programas.',
  },
  TOKEN_NOT_ACCEPTED: {
    status: 403,
    message: 'Nenhum token abre isto. Entre na Pontual com a sua conta.',
  },
  ROLE_NOT_ALLOWED: {
    status: 403,
    message:
      'O seu acesso a esta equipe não inclui isto. Peça a quem é responsável por ela para mudar o seu acesso.',
  },
  WORKSPACE_LEFT: {
    status: 403,
    message:
      'Você não faz mais parte desta equipe, e nada foi alterado nela. Recarregue a página para continuar na sua conta.',
  },
  LIMIT_EXCEEDED: { status: 403, message: 'Você chegou ao limite do seu plano.' },
  PLAN_REQUIRED: {
    status: 403,
    message: 'O seu plano não inclui isto. Veja em Planos qual inclui.',
  },
  ACCOUNT_LIMIT: {
    status: 403,
    message:
      'O seu plano não inclui mais uma conta do Instagram. Desconecte uma delas ou mude de plano.',
  },
  INSTAGRAM_ACCOUNT_UNUSABLE: {
    status: 403,
    message:
      'Uma das contas escolhidas não pode ser conectada com este acesso, e nada foi alterado. Escolha outra.',
  },
  INSTAGRAM_CHOICE_EXPIRED: {
    status: 410,
    message: 'O tempo para escolher a conta terminou. Conecte o Instagram de novo.',
  },
  INSTAGRAM_LOGIN_UNAVAILABLE: {
    status: 404,
    message:
      'Aqui ainda não é possível entrar direto pelo Instagram. Conecte a conta pela página do Facebook.',
  },
  INSTAGRAM_NOT_CONNECTED: {
    status: 403,
    message: 'Conecte sua conta do Instagram para que o post seja publicado.',
  },
  WRONG_PASSWORD: { status: 403, message: 'Senha incorreta. Digite a senha que você usa hoje.' },
  SIGN_IN_AGAIN: {
    status: 403,
    message: 'Para a sua segurança, entre de novo com o Google e repita em até 10 minutos.',
  },
  UPLOAD_NOT_FOUND: {
    status: 404,
    message: 'Este envio não existe mais. Envie o arquivo de novo.',
  },
  APPROVAL_LINK_INVALID: { status: 404, message: 'Este link não é válido. Peça outro.' },
  EXPORT_LINK_INVALID: {
    status: 404,
    message: 'Este link de download não vale mais. Baixe os seus dados de novo em Sua conta.',
  },
  EMAIL_TAKEN: {
    status: 409,
    message: 'Este e-mail já tem uma conta. Entre com ele ou use outro e-mail.',
  },
  GOOGLE_ACCOUNT: {
    status: 409,
    message: 'Esta conta foi criada com Google. Entre com o botão do Google.',
  },
  NO_PASSWORD: {
    status: 409,
    message: 'Sua conta não tem senha. Crie uma em Sua conta antes de trocar o e-mail.',
  },
  NO_SUBSCRIPTION: {
    status: 409,
    message: 'Você não tem uma assinatura. Escolha um plano para assinar.',
  },
  REFUND_UNAVAILABLE: {
    status: 409,
    message:
      'O prazo para desistir com reembolso terminou. Você ainda pode cancelar: o plano vale até o fim do período pago.',
  },
  POST_NOT_DELETABLE: {
    status: 409,
    message: 'Só rascunhos e posts agendados podem ser excluídos.',
  },
  POST_NOT_DRAFT: { status: 409, message: 'Este post não é mais um rascunho.' },
  POST_NOT_PUBLISHABLE: {
    status: 409,
    message: 'Só posts agendados, ou que não saíram, podem ser publicados agora.',
  },
  MANUAL_PUBLISHING_UNAVAILABLE: {
    status: 409,
    message:
      'Este post não precisa do plano B: ele ainda vai sair na hora marcada, ou é um rascunho. Veja-o no Calendário.',
  },
  PUBLISHING_PAUSED: {
    status: 409,
    message: 'As publicações estão pausadas. Retome no Calendário e publique de novo.',
  },
  APPROVAL_CHANGED: { status: 409, message: 'O post mudou. Veja como ficou e responda de novo.' },
  APPROVAL_OVER: {
    status: 409,
    message: 'Este post já saiu ou está saindo. Fale com quem enviou.',
  },
  APPROVAL_NEEDED: {
    status: 409,
    message:
      'Este post espera aprovação. Espere por ela ou, se a equipe não a exige, use “Dispensar aprovação”.',
  },
  APPROVAL_BY_OTHER: {
    status: 403,
    message:
      'Você criou, editou ou enviou este post para aprovação. Nesta equipe, outra pessoa precisa aprovar.',
  },
  APPROVAL_BY_MEMBER: {
    status: 403,
    message: 'Nesta equipe, só alguém da equipe aprova. Pelo link, você pode pedir uma mudança.',
  },
  APPROVAL_RULE: {
    status: 403,
    message:
      'Nesta equipe, todo post precisa da aprovação de outra pessoa. Peça que alguém aprove este.',
  },
  QUEUE_FULL: {
    status: 409,
    message: 'A fila não tem horário livre. Crie horários em Fila ou escolha dia e hora.',
  },
  SLOTS_FULL: {
    status: 409,
    message: 'Você já tem 84 horários na semana, o máximo. Remova um que não usa.',
  },
  SERIES_OVER: {
    status: 409,
    message: 'A repetição deste post já terminou: não há próximos a mudar. Mude só este post.',
  },
  SERIES_FULL: {
    status: 409,
    message: 'Você já tem 100 repetições em andamento, o máximo. Pare uma delas para criar outra.',
  },
  SLOT_TAKEN: {
    status: 409,
    message: 'O post desse horário não pode mudar de lugar. Escolha outro horário.',
  },
  PUSH_DEVICES_FULL: {
    status: 409,
    message: 'Você já recebe avisos em 10 aparelhos. Remova um da lista e tente de novo.',
  },
  TEMPLATE_NAME_TAKEN: {
    status: 409,
    message: 'Você já tem um modelo com este nome. Escolha outro.',
  },
  TEMPLATES_FULL: {
    status: 409,
    message: 'Você já tem 100 modelos, o máximo. Exclua um que não usa e salve de novo.',
  },
  HASHTAG_GROUP_NAME_TAKEN: {
    status: 409,
    message: 'Você já tem um grupo com este nome. Escolha outro.',
  },
  HASHTAG_GROUPS_FULL: {
    status: 409,
    message: 'Você já tem 100 grupos, o máximo. Exclua um que não usa e salve de novo.',
  },
  LOCATIONS_FULL: {
    status: 409,
    message: 'Você já tem 50 locais favoritos. Remova um que não usa e tente de novo.',
  },
  TOKENS_FULL: {
    status: 409,
    message: 'Você já tem 20 tokens. Revogue um que não usa e tente de novo.',
  },
  WEBHOOKS_FULL: {
    status: 409,
    message: 'Você já tem 5 webhooks. Remova um da lista e tente de novo.',
  },
  BODY_TOO_SLOW: {
    status: 408,
    message: 'O envio demorou demais para chegar. Confira a sua conexão e tente de novo.',
  },
  BODY_CUT_OFF: {
    status: 400,
    message: 'A conexão caiu antes de o pedido chegar inteiro. Tente de novo.',
  },
  TOO_MANY_MISSED: {
    status: 429,
    message: 'Há conexões demais abertas a partir da sua rede. Aguarde um minuto e tente de novo.',
  },
  TOO_MANY_UPLOADS: { status: 429, message: 'Envios demais de uma vez. Espere algum terminar.' },
  SERVER_FULL: {
    status: 503,
    message: 'Estamos com acessos demais agora. Tente de novo em um minuto.',
  },
  FILE_TOO_LARGE: { status: 413, message: 'Arquivo deve ter no máximo 8MB' },
  BODY_TOO_LARGE: { status: 413, message: 'O pedido é grande demais.' },
  FIRST_COMMENT_UNAVAILABLE: {
    status: 422,
    message:
      'Aqui não dá para publicar o primeiro comentário. Apague o texto dele e salve de novo, ou coloque-o na legenda.',
  },
  VIDEO_UNFIT: {
    status: 422,
    message: 'O Instagram não aceita este vídeo como ele está. Envie um MP4 em H.264.',
  },
  IMAGE_RATIO: {
    status: 422,
    message:
      'O Instagram só aceita imagens entre 4:5 (retrato) e 1,91:1 (paisagem). Recorte ou preencha a imagem, ou envie outra.',
  },
  IDEMPOTENCY_MISMATCH: {
    status: 422,
    message: 'Este envio já foi feito com outro conteúdo. Recarregue a página e tente de novo.',
  },
  EXPORT_RUNNING: {
    status: 429,
    message:
      'Os seus dados já estão sendo baixados. Espere esse download terminar e tente de novo.',
  },
  EXPORT_BUSY: {
    status: 503,
    message: 'Muitos downloads de dados estão em andamento agora. Tente de novo em alguns minutos.',
  },
  REPORT_RUNNING: {
    status: 429,
    message: 'Um relatório seu já está sendo preparado. Espere ele ficar pronto e tente de novo.',
  },
  REPORT_BUSY: {
    status: 503,
    message: 'Muitos relatórios estão sendo preparados agora. Tente de novo em um minuto.',
  },
  REPORT_FAILED: {
    status: 503,
    message:
      'Não foi possível preparar o PDF agora. Tente de novo em instantes, ou imprima a página do relatório.',
  },
  LOCATIONS_UNAVAILABLE: {
    status: 502,
    message: 'Não foi possível buscar locais no Instagram agora. Tente de novo em instantes.',
  },
  MAIL_UNAVAILABLE: {
    status: 503,
    message: 'Não foi possível enviar o e-mail agora e nada mudou. Tente de novo em instantes.',
  },
  PAYMENTS_UNAVAILABLE: {
    status: 503,
    message: 'Erro ao processar pagamento. Tente novamente.',
  },
  STORAGE_FULL: {
    status: 507,
    message: 'Não foi possível guardar o arquivo agora. Tente de novo em alguns instantes.',
  },
} as const satisfies Record<string, { status: number; message: string }>;

export type ErrorCode = keyof typeof errorCatalogue;

/** `errors`: by invalid field; `accountType`: of a user who has no password. */
export interface Failure {
  success: false;
  code: ErrorCode;
  message: string;
  errors?: Record<string, string>;
  accountType?: 'google';
}
