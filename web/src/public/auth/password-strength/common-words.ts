/** Without accents; Brazilian words first. */
const words = `
senha senhas minhasenha senhanova novasenha senhaforte senhasegura mudar mudarsenha mude trocar
trocarsenha acesso entrar entrada login usuario admin administrador root teste testes testando
padrao inicial provisoria temporaria segredo segura seguro secreta chave codigo conta cadastro
empresa trabalho escritorio loja vendas financeiro suporte gerente chefe cliente servidor sistema
computador internet celular telefone email gmail hotmail outlook google facebook instagram insta
whatsapp twitter tiktok youtube netflix spotify pontual agenda post posts social midia marketing
amor amo teamo euteamo meuamor amorzinho amoreterno amordaminhavida vida minhavida vidaloca paixao
saudade felicidade feliz alegria paz sucesso vitoria vencedor campeao guerreiro guerreira lindo
linda gata gatinha gatinho princesa principe rainha rei bebe nenem anjo anjinho estrela lua sol
florzinha flor rosa margarida borboleta coracao beijo beijos docinho chocolate brigadeiro acucar
deus jesus jesuscristo cristo deusefiel deusamor deuseamor jesuseamor jesusteama senhor maria
mariajose nossasenhora aparecida espirito santo fe esperanca gloria aleluia igreja biblia salmo
familia minhafamilia mae mamae pai papai filho filha filhos vovo vovo irmao irma casa lar brasil
brazil brasileiro brasileira saopaulo riodejaneiro rio bahia salvador minas minasgerais recife
fortaleza curitiba florianopolis portoalegre goiania brasilia manaus belem natal ceara parana
pernambuco santos campinas santacatarina amazonas copacabana portugal lisboa angola
flamengo mengao mengo corinthians timao palmeiras verdao saopaulofc tricolor vasco vascodagama
fluminense botafogo gremio internacional colorado cruzeiro atletico galo bahiafc vitoriafc sport
santosfc chapecoense athletico coritiba futebol bola gol copa pele neymar ronaldo ronaldinho messi
cristiano romario zico benfica porto sporting barcelona realmadrid liverpool arsenal chelsea
joao jose antonio francisco carlos paulo pedro lucas luiz luis marcos gabriel rafael daniel marcelo
bruno eduardo felipe rodrigo fernando gustavo guilherme leonardo thiago tiago andre fabio ricardo
roberto sergio mateus matheus vinicius diego alexandre alex jorge julio cesar caio igor otavio
samuel davi david miguel arthur artur heitor bernardo enzo henrique vitor victor murilo renato
ana anapaula mariana juliana patricia fernanda camila amanda bruna jessica leticia larissa vanessa
aline adriana marcia luciana sandra carla claudia daniela cristina beatriz gabriela isabela isabella
rafaela natalia carolina carol bianca debora sabrina simone tatiana viviane helena alice laura
valentina sofia sophia julia luiza luisa manuela yasmin cecilia eduarda raquel rebeca sara sarah
silva santos souza sousa oliveira pereira lima costa ferreira rodrigues almeida alves ribeiro
gomes martins carvalho araujo barbosa melo rocha dias nunes moreira
janeiro fevereiro marco abril maio junho julho agosto setembro outubro novembro dezembro
segunda terca quarta quinta sexta sabado domingo verao inverno outono primavera natalfeliz
cachorro gato cavalo leao tigre aguia lobo dragao tubarao macaco pantera cobra peixe passaro
toto thor zeus simba nina mel pipoca bolinha rex bob luna
azul verde amarelo vermelho preto branco roxo laranja banana morango abacaxi melancia uva pizza
cafe cerveja agua praia mar ceu terra fogo lindinha gostosa gostoso delicia
carro moto fusca honda yamaha ferrari corolla civic gol palio
pagode samba sertanejo forro funk rock musica guitarra violao anitta ludmilla
batman superman homemaranha ben naruto goku pikachu pokemon minecraft freefire fortnite roblox mario
sonic starwars vader matrix harrypotter hogwarts
medico medica doutor doutora advogado professor professora enfermeira engenheiro estudante escola
faculdade direito medicina fotografo confeitaria bolos doces salao beleza moda estilo atelie
password passwd pass passw passwort contrasena motdepasse letmein welcome hello hi default changeme
secret access master superuser user guest temp temporary test testing tester demo sample example
iloveyou loveyou love lovely lover forever baby babygirl angel sunshine princess prince queen king
monkey dragon tiger lion eagle wolf shark horse dog cat puppy kitty bear buddy charlie max rocky
football soccer baseball basketball hockey golf tennis sports ranger yankees lakers cowboys
michael jordan jennifer jessica ashley nicole daniel andrew joshua matthew robert thomas william
george james john robert anthony hunter harley jackson mustang corvette mercedes porsche bmw
summer winter spring autumn fall january february march april june july august september october
november december monday tuesday wednesday thursday friday saturday sunday
computer internet server windows linux apple samsung iphone android microsoft amazon
shadow killer hacker trustno ninja samurai warrior phoenix spider diamond silver golden gold
black white red blue green purple orange yellow pink flower rose cookie cheese coffee pepper
freedom peace money dollar lucky winner victory champion power magic music guitar
`;

export const commonWords: ReadonlySet<string> = new Set(
  words
    .normalize('NFD')
    .replaceAll(/[^a-z\s]/g, '')
    .split(/\s+/)
    .filter(Boolean),
);
