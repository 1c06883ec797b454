export const memberErrors = {
  EMAIL_NOT_VERIFIED: {
    status: 403,
    message:
      'Confirme seu e-mail antes: abra o link que enviamos para ele, ou peça outro em “Reenviar e-mail de confirmação”.',
  },
  EMAIL_VERIFIED: { status: 409, message: 'Seu e-mail já está confirmado. Recarregue a página.' },
  VERIFICATION_SENT: {
    status: 429,
    message:
      'Já enviamos este e-mail há menos de 15 minutos. Procure também no spam, ou peça outro daqui a pouco.',
  },
  VERIFICATION_LINK_INVALID: {
    status: 400,
    message: 'Este link não vale mais. Entre na sua conta e peça outro.',
  },
  VERIFICATION_ELSEWHERE: {
    status: 403,
    message: 'Para confirmar, entre na conta deste e-mail e abra o link de novo.',
  },
  INVITATION_INVALID: {
    status: 404,
    message: 'Este convite não vale mais. Peça outro a quem convidou você.',
  },
  INVITATION_OTHER_ADDRESS: {
    status: 403,
    message: 'Este convite é para outro e-mail. Saia desta conta e entre com o e-mail convidado.',
  },
  INVITATION_ENDED: {
    status: 409,
    message: 'Este convite já foi respondido ou cancelado. Peça outro a quem convidou você.',
  },
  INVITATION_DECLINED: {
    status: 409,
    message:
      'Esta pessoa recusou o convite da equipe há menos de 7 dias. Combine com ela antes de convidar de novo.',
  },
  INVITED_ALREADY: {
    status: 409,
    message: 'Este e-mail já tem um convite aberto. Reenvie-o na lista de convites.',
  },
  MEMBER_ALREADY: { status: 409, message: 'Esta pessoa já faz parte da equipe.' },
  OWNER_CANNOT_LEAVE: {
    status: 409,
    message:
      'Quem é responsável pela equipe não sai nem muda de acesso. Passe antes a responsabilidade a outra pessoa.',
  },
  TEAM_FULL: {
    status: 409,
    message:
      'A equipe já tem 20 pessoas, contando os convites abertos. Remova alguém ou cancele um convite.',
  },
} as const;
