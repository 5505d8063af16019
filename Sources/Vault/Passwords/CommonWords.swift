/// What people take for passwords, most frequent first, and everyday words of Spanish and English.
///
/// A small list of our own: it knows what everybody tries first, not a whole dictionary. A rank is about how many
/// guesses come before the word.
enum CommonWords {
    /// The most letters that a word of the list has.
    static let longest = ranks.keys.reduce(0) { max($0, $1.count) }
    /// Up to this rank a word is known as a password rather than as a word.
    static let lastPassword = 1000

    /// The rank of each word, written without accents and in lower case.
    static let ranks: [[UInt8]: Int] = {
        var ranks: [[UInt8]: Int] = [:]
        for (index, word) in passwords.split(separator: " ").enumerated() {
            ranks[Array(word.utf8), default: .max] = min(ranks[Array(word.utf8)] ?? .max, index + 1)
        }
        // An everyday word is tried after the thousands of passwords that this list does not have.
        for (index, word) in words.split(separator: " ").enumerated() {
            ranks[Array(word.utf8)] = ranks[Array(word.utf8)] ?? lastPassword + 4 * (index + 1)
        }
        return ranks
    }()

    private static let passwords = """
        123456 password 12345678 qwerty 123456789 12345 1234 111111 1234567 dragon 123123 baseball abc123 football \
        monkey letmein shadow master 696969 mustang 666666 qwertyuiop 123321 1234567890 superman 654321 1qaz2wsx \
        7777777 qazwsx 123qwe 000000 killer trustno1 hunter zxcvbnm asdfgh buster batman soccer charlie sunshine \
        iloveyou admin welcome login princess starwars contrasena computer secret pass summer freedom whatever hello \
        qwerty123 password1 zaq12wsx qazwsxedc 1qaz2wsx3edc 147852369 112233 121212 987654321 11111111 555555 159753 \
        147258369 asdfghjkl 1q2w3e4r 1q2w3e4r5t qwe123 tequiero teamo tequieromucho hola clave realmadrid barcelona \
        madrid espana futbol america estrella mariposa corazon princesa bonita amor alejandro alejandra carolina \
        daniela carlos andrea natalia sebastian fernando gabriel isabel manolo pepito jesus angel maria jose david \
        daniel michael jennifer jessica jordan thomas robert ashley nicole andrew joshua matthew anthony internet \
        samsung google pokemon naruto cookie pepper ginger tigger snoopy banana orange purple yellow silver diamond \
        flower lovely loveme monster matrix access thunder phoenix ranger hockey tennis liverpool chelsea arsenal \
        juventus ferrari mercedes porsche yamaha corvette maverick merlin gandalf viking scorpion warrior guitar \
        music london paris mexico argentina colombia chile peru secreto usuario prueba test testing guest root \
        changeme default temporal cambiame bienvenido invierno verano otono primavera familia amigos perro gato casa
        """

    private static let words = """
        time year people way day man thing woman life child world school state family student group country problem \
        hand part place case week company system program question work government number night point home water room \
        mother area money story fact month lot right study book eye job word business issue side kind head house \
        service friend father power hour game line end member law car city community name president team minute idea \
        body information back parent face others level office door health person art war history party result change \
        morning reason research girl guy moment air teacher force education horse battery staple correct horses dog \
        cat bird fish apple tree river mountain ocean sky star moon sun fire earth wind snow rain winter spring \
        autumn red blue green black white brown gold steel stone paper letter music song dance dream heart soul mind \
        love hate peace king queen knight castle sword shield wolf lion tiger bear eagle falcon snake spider rabbit \
        turtle troubadour scorpions doggie doggy temppass smith johnson williams brown jones garcia miller davis \
        rodriguez martinez hernandez lopez gonzalez wilson anderson taylor moore jackson martin lee perez thompson \
        white harris sanchez clark ramirez lewis robinson walker young allen king wright scott torres nguyen hill \
        flores green adams nelson baker hall rivera campbell mitchell carter roberts brian kevin steven edward \
        george mark paul peter john james william richard joseph christopher ana laura marta lucia elena paula sara \
        pablo javier miguel antonio francisco manuel luis juan pedro ramon rafael alberto tiempo ano dia cosa hombre \
        mujer vida nino mundo escuela estado grupo pais problema mano parte lugar caso semana empresa sistema \
        programa pregunta trabajo gobierno numero noche punto hogar agua cuarto madre dinero historia hecho mes \
        derecho estudio libro ojo palabra negocio lado cabeza servicio amigo padre poder hora juego linea fin \
        miembro ley coche ciudad nombre presidente equipo minuto idea cuerpo cara nivel oficina puerta salud persona \
        arte guerra fiesta resultado manana razon chica momento aire maestro fuerza caballo bateria correcto perros \
        pajaro pez manzana arbol rio montana oceano cielo luna sol fuego tierra viento nieve lluvia rojo azul verde \
        negro blanco oro acero piedra papel carta cancion baile sueno alma mente odio paz rey reina castillo espada \
        escudo lobo leon tigre oso aguila serpiente arana conejo tortuga playa mar isla barco avion tren bicicleta \
        cafe leche pan queso vino cerveza naranja limon fresa chocolate azucar sal reloj mesa silla ventana jardin \
        calle plaza puente torre iglesia mercado tienda banco nube correo tarjeta wifi nota movil telefono ordenador \
        portatil raton teclado pantalla red servidor forever never forget know temp mypassword mipassword \
        micontrasena miclave
        """
}
