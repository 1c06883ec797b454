/**
 * Every error a user can meet: HTTP status and the Portuguese sentence that says what happened and
 * what to do. Programs decide by code; the sentence is for people.
 */
export const errorCatalogue = {
  VALIDATION: { status: 400, message: 'Dados inválidos' },
  SCHEDULED_TIME_PAST: {
    status: 400,
    message: 'Este horário já passou. Escolha um horário no futuro.',
  },
  FILE_REQUIRED: { status: 400, message: 'Selecione pelo menos um arquivo' },
  TOO_MANY_FILES: { status: 400, message: 'Este tipo de post aceita apenas 1 arquivo.' },
  CAROUSEL_SIZE: { status: 400, message: 'Um carrossel precisa de 2 a 10 arquivos.' },
  MEDIA_KIND: {
    status: 400,
    message: 'Este tipo de post não aceita este arquivo. Escolha outro tipo ou outro arquivo.',
  },
  UPLOAD_INTERRUPTED: {
    status: 400,
    message: 'O envio do arquivo foi interrompido e nada foi salvo. Tente enviar de novo.',
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
  TOKEN_INVALID: {
    status: 401,
    message: 'Este token não existe, venceu ou foi revogado. Crie outro em Sua conta.',
  },
  TOKEN_SCOPE: {
    status: 403,
    message: 'Este token não tem a permissão que o pedido exige. Crie outro em Sua conta.',
  },
  TOKEN_NOT_ACCEPTED: {
    status: 403,
    message: 'Nenhum token abre isto. Entre na Pontual com a sua conta.',
  },
  LIMIT_EXCEEDED: { status: 403, message: 'Você chegou ao limite do seu plano.' },
  PLAN_REQUIRED: {
    status: 403,
    message: 'O seu plano não inclui isto. Veja em Planos qual inclui.',
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
  NOT_FOUND: { status: 404, message: 'Não encontramos o que você procura.' },
  UPLOAD_NOT_FOUND: {
    status: 404,
    message: 'Este envio não existe mais. Envie o arquivo de novo.',
  },
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
  SUBSCRIPTION_ACTIVE: {
    status: 409,
    message: 'Você já possui uma assinatura ativa. Use o portal de cobrança para fazer alterações.',
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
  POST_NOT_EDITABLE: {
    status: 409,
    message: 'Este post já foi publicado e não pode mais ser editado.',
  },
  POST_NOT_DRAFT: { status: 409, message: 'Este post não é mais um rascunho.' },
  POST_NOT_PUBLISHABLE: {
    status: 409,
    message: 'Só posts agendados, ou que não saíram, podem ser publicados agora.',
  },
  POST_IN_PROGRESS: {
    status: 409,
    message: 'Este post já está sendo publicado e não pode mais ser alterado.',
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
  TOKENS_FULL: {
    status: 409,
    message: 'Você já tem 20 tokens. Revogue um que não usa e tente de novo.',
  },
  WEBHOOKS_FULL: {
    status: 409,
    message: 'Você já tem 5 webhooks. Remova um da lista e tente de novo.',
  },
  FILE_TOO_LARGE: { status: 413, message: 'Arquivo deve ter no máximo 8MB' },
  BODY_TOO_LARGE: { status: 413, message: 'O pedido é grande demais.' },
  MEDIA_UNREADABLE: {
    status: 422,
    message:
      'Não conseguimos ler este arquivo. Envie uma foto JPEG, PNG ou HEIC, ou um vídeo MP4, MOV ou AVI.',
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
  PLACES_UNAVAILABLE: {
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
    message: 'Não foi possível guardar o arquivo agora. Tente novamente em alguns instantes.',
  },
  INTERNAL: { status: 500, message: 'Erro interno do servidor' },
} as const satisfies Record<string, { status: number; message: string }>;

export type ErrorCode = keyof typeof errorCatalogue;

/** The body of every failure. `errors` names the fields at fault, `accountType` who knows its user. */
export interface Failure {
  success: false;
  code: ErrorCode;
  message: string;
  errors?: Record<string, string>;
  accountType?: 'google';
}
