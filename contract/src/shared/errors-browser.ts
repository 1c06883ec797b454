/** The errors that the browser also raises; separate, to keep the other messages out of the pages. */
export const browserErrors = {
  SCHEDULED_TIME_PAST: {
    status: 400,
    message: 'Este horário já passou. Escolha um horário no futuro.',
  },
  FILE_REQUIRED: { status: 400, message: 'Selecione pelo menos um arquivo' },
  TOO_MANY_FILES: { status: 400, message: 'Este tipo de post aceita apenas 1 arquivo.' },
  CAROUSEL_SIZE: { status: 400, message: 'Um carrossel precisa de 2 a 10 arquivos.' },
  UPLOAD_INTERRUPTED: {
    status: 400,
    message: 'O envio do arquivo foi interrompido e nada foi salvo. Tente enviar de novo.',
  },
  NOT_FOUND: { status: 404, message: 'Não encontramos o que você procura.' },
  POST_NOT_EDITABLE: {
    status: 409,
    message: 'Este post já foi publicado e não pode mais ser editado.',
  },
  POST_IN_PROGRESS: {
    status: 409,
    message: 'Este post já está sendo publicado e não pode mais ser alterado.',
  },
  SUBSCRIPTION_ACTIVE: {
    status: 409,
    message: 'Você já possui uma assinatura ativa. Use o portal de cobrança para fazer alterações.',
  },
  MEDIA_UNREADABLE: {
    status: 422,
    message:
      'Não conseguimos ler este arquivo. Envie uma foto JPEG, PNG ou HEIC, ou um vídeo MP4, MOV ou AVI.',
  },
  INTERNAL: { status: 500, message: 'Erro interno do servidor' },
} as const satisfies Record<string, { status: number; message: string }>;
