/// The resting orders of a book, in chunks of consecutive memory; an order stays where it is as long as it rests.
///
/// Each price has a list of chunks, filled in the order of arrival. So matching reads memory from front to back, an
/// arriving order is written beside the one that came before it, and cancelling touches one chunk only. A chunk is freed
/// when its last order leaves; until then the places of orders that left stay unused, which bounds the memory by one
/// chunk (256 bytes) for each live order.
struct OrderPool: ~Copyable {
    /// An order in its chunk: 24 bytes.
    struct Slot {
        var id: Int64
        var account: Int64
        /// What is open; 0 when no order is here.
        ///
        /// An index may thus keep what points here and look before it believes.
        var lots: Int64

        static var vacant: Slot { Slot(id: 0, account: 0, lots: 0) }
    }

    /// The first 32 bytes of a chunk, all of whose orders have one price.
    struct Header {
        /// The price as the side's ladder ranks it; its sign tells the side.
        var rank: Int64
        /// A bit for each place whose order is open.
        var live: UInt32
        /// The next place to fill; `width` when the chunk is full.
        var used: UInt32
        /// The chunks after and before this one at its price, 0 for none; `next` also links the free chunks.
        var next: UInt32
        var previous: UInt32
        var reserved: Int64 = 0
    }

    /// Places in a chunk of 256 bytes are numbered from 1 up to `width`, without it.
    static var width: UInt32 { 10 }
    /// Bits of a place's number within its chunk.
    static var widthBits: UInt32 { 4 }

    private var memory: UnsafeMutableRawPointer
    private var capacity: Int
    /// Chunks that were ever in use; number 0 stands for "none".
    private var made = 1
    private var free: UInt32 = 0

    init(chunks: Int = 64) {
        capacity = chunks
        memory = Self.allocate(chunks)
    }

    deinit { memory.deallocate() }

    /// How many orders there is memory for.
    var slotCapacity: Int { capacity * Int(Self.width - 1) }

    /// What is at a place: the chunk's number and the place's number within it, never 0.
    @inline(__always)
    func slot(_ place: UInt32) -> UnsafeMutablePointer<Slot> {
        let offset = Int(place >> Self.widthBits) &* 256 &+ Int(place & 15) &* 24 &+ 8
        return (memory + offset).assumingMemoryBound(to: Slot.self)
    }

    @inline(__always)
    func header(_ chunk: UInt32) -> UnsafeMutablePointer<Header> {
        (memory + Int(chunk) &* 256).assumingMemoryBound(to: Header.self)
    }

    /// An empty chunk, or 0 when places can be numbered no further.
    @inline(__always)
    mutating func take() -> UInt32 {
        let chunk = free
        if chunk != 0 {
            free = header(chunk).pointee.next
            return chunk
        }
        return makeChunk()
    }

    @inline(__always)
    mutating func release(_ chunk: UInt32) {
        header(chunk).pointee.next = free
        free = chunk
    }

    /// Visits the places of the open orders, in no order that means anything.
    func forEachPlace(_ visit: (UInt32) -> Void) {
        for chunk in 1..<UInt32(made) {
            for index in 1..<Self.width where slot(chunk << Self.widthBits | index).pointee.lots > 0 {
                visit(chunk << Self.widthBits | index)
            }
        }
    }

    @inline(never)
    private mutating func makeChunk() -> UInt32 {
        if made == capacity {
            guard capacity < 1 << 27 else { return 0 }
            let larger = Self.allocate(capacity * 2)
            larger.copyMemory(from: memory, byteCount: capacity * 256)
            memory.deallocate()
            memory = larger
            capacity *= 2
        }
        let chunk = UInt32(made)
        made += 1
        header(chunk).initialize(to: Header(rank: 0, live: 0, used: 1, next: 0, previous: 0))
        slot(chunk << Self.widthBits | 1).initialize(repeating: .vacant, count: Int(Self.width - 1))
        return chunk
    }

    /// Memory for chunks, each bound to its header and its places, at the beginning of a cache line.
    private static func allocate(_ chunks: Int) -> UnsafeMutableRawPointer {
        let memory = LargeMemory.allocate(byteCount: chunks * 256)
        for chunk in 0..<chunks {
            (memory + chunk * 256).bindMemory(to: Header.self, capacity: 1)
            (memory + chunk * 256 + 32).bindMemory(to: Slot.self, capacity: Int(width - 1))
        }
        return memory
    }
}
