#include "shrink.h"

#include <setjmp.h>
#include <stdlib.h>
#include <string.h>

#include <png.h>

// What one call of libpng works with; it survives a longjmp because it is reached by its address alone.
struct reading {
    png_structp png;
    png_infop info;
    const uint8_t *bytes;
    size_t count;
    const struct cphotos_bounds *bounds;
    struct shrink shrink;
    uint8_t *line;
    int status;
};

static void leave(struct reading *reading, int status) {
    reading->status = status;
    png_longjmp(reading->png, 1);
}

static void on_error(png_structp png, png_const_charp text) {
    (void)text;
    png_longjmp(png, 1);
}

static void on_warning(png_structp png, png_const_charp text) {
    (void)png;
    (void)text;
}

static void read_bytes(png_structp png, png_bytep to, size_t count) {
    struct reading *reading = png_get_io_ptr(png);
    if (count > reading->count) png_error(png, "the end");
    memcpy(to, reading->bytes, count);
    reading->bytes += count;
    reading->count -= count;
}

// One of the seven passes of an interlaced picture, or all of one that is not: its pixels are added where they belong.
static void read_pass(struct reading *reading, uint32_t width, uint32_t height, int pass, int is_interlaced) {
    uint32_t x = is_interlaced ? PNG_PASS_START_COL(pass) : 0, y = is_interlaced ? PNG_PASS_START_ROW(pass) : 0;
    uint32_t step = is_interlaced ? 1u << PNG_PASS_COL_SHIFT(pass) : 1;
    uint32_t down = is_interlaced ? 1u << PNG_PASS_ROW_SHIFT(pass) : 1;
    uint32_t columns = is_interlaced ? PNG_PASS_COLS(width, pass) : width;
    if (columns == 0) return;
    for (; y < height; y += down) {
        png_read_row(reading->png, reading->line, NULL);
        shrink_add(&reading->shrink, y, x, step, columns, reading->line, 4);
    }
}

__attribute__((noinline)) static void decode(struct reading *reading, struct cphotos_picture *picture) {
    png_structp png = reading->png;
    png_infop info = reading->info;
    const struct cphotos_bounds *bounds = reading->bounds;
    png_set_read_fn(png, reading, read_bytes);
    // The bounds are looked at below, where what is beyond them can be told from what is broken.
    png_set_user_limits(png, PNG_UINT_31_MAX, PNG_UINT_31_MAX);
    png_set_chunk_malloc_max(png, 1 << 16);
    // Of what is not the picture itself nothing is read: no texts, no profiles, no animation.
    png_set_keep_unknown_chunks(png, PNG_HANDLE_CHUNK_NEVER, NULL, -1);
    png_read_info(png, info);
    uint32_t width = png_get_image_width(png, info), height = png_get_image_height(png, info);
    if (!within_bounds(width, height, bounds)) leave(reading, CPHOTOS_TOO_LARGE);
    png_set_expand(png);
    png_set_scale_16(png);
    png_set_gray_to_rgb(png);
    png_set_add_alpha(png, 0xFF, PNG_FILLER_AFTER);
    int is_interlaced = png_get_interlace_type(png, info) == PNG_INTERLACE_ADAM7;
    png_read_update_info(png, info);
    if (png_get_channels(png, info) != 4 || png_get_bit_depth(png, info) != 8) leave(reading, CPHOTOS_BROKEN);
    reading->line = malloc((size_t)width * 4 + 64);
    if (!reading->line || !shrink_begin(&reading->shrink, width, height, bounds->side)) {
        leave(reading, CPHOTOS_NO_MEMORY);
    }
    for (int pass = 0; pass < (is_interlaced ? 7 : 1); pass++) read_pass(reading, width, height, pass, is_interlaced);
    png_read_end(png, NULL);
    if (!shrink_end(&reading->shrink, picture)) leave(reading, CPHOTOS_NO_MEMORY);
}

int cphotos_decode_png(
    const uint8_t *bytes, size_t count, const struct cphotos_bounds *bounds, struct cphotos_picture *picture
) {
    struct reading reading;
    memset(&reading, 0, sizeof reading);
    reading.bytes = bytes;
    reading.count = count;
    reading.bounds = bounds;
    reading.png = png_create_read_struct(PNG_LIBPNG_VER_STRING, &reading, on_error, on_warning);
    if (!reading.png) return CPHOTOS_NO_MEMORY;
    reading.info = png_create_info_struct(reading.png);
    reading.status = reading.info ? CPHOTOS_BROKEN : CPHOTOS_NO_MEMORY;
    if (reading.info && setjmp(png_jmpbuf(reading.png)) == 0) {
        decode(&reading, picture);
        reading.status = CPHOTOS_DONE;
    }
    png_destroy_read_struct(&reading.png, &reading.info, NULL);
    shrink_free(&reading.shrink);
    free(reading.line);
    return reading.status;
}
