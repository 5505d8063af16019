#include "shrink.h"

#include <setjmp.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

#include <jpeglib.h>
#include <jerror.h>

// What one call of libjpeg works with; it survives a longjmp because it is reached by its address alone.
struct errors {
    struct jpeg_error_mgr base;
    jmp_buf back;
    int status;
};

static void leave(struct errors *errors, int status) {
    errors->status = status;
    longjmp(errors->back, 1);
}

static void on_error(j_common_ptr common) {
    struct errors *errors = (struct errors *)common->err;
    switch (errors->base.msg_code) {
    // Coefficients beyond the bound on memory would have to go to a file, of which this library knows none.
    case JERR_NO_BACKING_STORE: leave(errors, CPHOTOS_TOO_LARGE); break;
    case JERR_IMAGE_TOO_BIG: leave(errors, CPHOTOS_TOO_LARGE); break;
    case JERR_OUT_OF_MEMORY: leave(errors, CPHOTOS_NO_MEMORY); break;
    default: leave(errors, CPHOTOS_BROKEN); break;
    }
}

// A file that ends too early or is damaged is refused instead of being shown half grey, and does no work for nothing;
// the few things that cameras get wrong are passed over.
static void on_message(j_common_ptr common, int level) {
    if (level >= 0) return;
    switch (common->err->msg_code) {
    case JWRN_EXTRANEOUS_DATA: case JWRN_ADOBE_XFORM: case JWRN_JFIF_MAJOR: return;
    default: leave((struct errors *)common->err, CPHOTOS_BROKEN);
    }
}

static void say_nothing(j_common_ptr common) { (void)common; }

static struct jpeg_error_mgr *prepare(struct errors *errors) {
    struct jpeg_error_mgr *base = jpeg_std_error(&errors->base);
    base->error_exit = on_error;
    base->emit_message = on_message;
    base->output_message = say_nothing;
    errors->status = CPHOTOS_BROKEN;
    return base;
}

struct decoding {
    struct jpeg_decompress_struct info;
    struct errors errors;
    struct jpeg_progress_mgr progress;
    const struct cphotos_bounds *bounds;
    struct shrink shrink;
    JSAMPLE *line;
};

static int too_many_scans(uint64_t scans, const struct decoding *decoding) {
    uint64_t pixels = (uint64_t)decoding->info.image_width * decoding->info.image_height;
    return scans > decoding->bounds->scans || scans * pixels > decoding->bounds->work;
}

static void on_progress(j_common_ptr common) {
    struct decoding *decoding = common->client_data;
    if (too_many_scans((uint64_t)decoding->info.input_scan_number, decoding)) {
        leave(&decoding->errors, CPHOTOS_TOO_LARGE);
    }
}

// How many scans seem to follow: within a scan 0xFF never stands before the number of a marker. It only spares the work
// on the first scans of too many; whoever hides some from it is stopped at work.
static uint64_t scans_ahead(const uint8_t *bytes, size_t count) {
    const uint8_t *end = bytes + count;
    uint64_t scans = 0;
    while (bytes + 1 < end && (bytes = memchr(bytes, 0xFF, (size_t)(end - bytes - 1)))) {
        if (bytes[1] == 0xD9) break;
        if (bytes[1] == 0xDA) scans++;
        bytes++;
    }
    return scans;
}

// The smallest eighth of the photo that is not smaller than the picture, so that most of it is never worked out.
static void choose_scale(struct jpeg_decompress_struct *info, uint32_t side) {
    uint64_t longest = info->image_width > info->image_height ? info->image_width : info->image_height;
    info->scale_denom = 8;
    for (info->scale_num = 1; info->scale_num < 8 && longest * info->scale_num < (uint64_t)side * 8;) info->scale_num *= 2;
}

// Four inks; Adobe's programs write how much of each is missing.
static void from_inks(JSAMPLE *line, uint32_t width, int is_inverted) {
    JSAMPLE *to = line;
    for (uint32_t x = 0; x < width; x++, line += 4, to += 3) {
        unsigned black = is_inverted ? line[3] : 255 - line[3];
        for (int channel = 0; channel < 3; channel++) {
            unsigned ink = is_inverted ? line[channel] : 255 - line[channel];
            to[channel] = (JSAMPLE)(ink * black / 255);
        }
    }
}

__attribute__((noinline)) static void decode(
    struct decoding *decoding, const uint8_t *bytes, size_t count, struct cphotos_picture *picture
) {
    struct jpeg_decompress_struct *info = &decoding->info;
    const struct cphotos_bounds *bounds = decoding->bounds;
    jpeg_create_decompress(info);
    info->client_data = decoding;
    info->mem->max_memory_to_use = (long)bounds->memory;
    jpeg_mem_src(info, bytes, (unsigned long)count);
    jpeg_read_header(info, TRUE);
    if (!within_bounds(info->image_width, info->image_height, bounds)) leave(&decoding->errors, CPHOTOS_TOO_LARGE);
    if (too_many_scans(1 + scans_ahead(info->src->next_input_byte, info->src->bytes_in_buffer), decoding)) {
        leave(&decoding->errors, CPHOTOS_TOO_LARGE);
    }
    decoding->progress.progress_monitor = on_progress;
    info->progress = &decoding->progress;
    int has_inks = info->jpeg_color_space == JCS_CMYK || info->jpeg_color_space == JCS_YCCK;
    info->out_color_space = has_inks ? JCS_CMYK : JCS_RGB;
    info->do_block_smoothing = FALSE;
    choose_scale(info, bounds->side);
    jpeg_start_decompress(info);
    decoding->line = malloc((size_t)info->output_width * 4);
    if (!decoding->line || !shrink_begin(&decoding->shrink, info->output_width, info->output_height, bounds->side)) {
        leave(&decoding->errors, CPHOTOS_NO_MEMORY);
    }
    while (info->output_scanline < info->output_height) {
        uint32_t y = info->output_scanline;
        JSAMPROW rows[1] = {decoding->line};
        if (jpeg_read_scanlines(info, rows, 1) != 1) leave(&decoding->errors, CPHOTOS_BROKEN);
        if (has_inks) from_inks(decoding->line, info->output_width, info->saw_Adobe_marker);
        shrink_add(&decoding->shrink, y, 0, 1, info->output_width, decoding->line, 3);
    }
    jpeg_finish_decompress(info);
    if (!shrink_end(&decoding->shrink, picture)) leave(&decoding->errors, CPHOTOS_NO_MEMORY);
}

int cphotos_decode_jpeg(
    const uint8_t *bytes, size_t count, const struct cphotos_bounds *bounds, struct cphotos_picture *picture
) {
    struct decoding decoding;
    memset(&decoding, 0, sizeof decoding);
    decoding.info.err = prepare(&decoding.errors);
    decoding.bounds = bounds;
    int status = CPHOTOS_DONE;
    if (setjmp(decoding.errors.back) == 0) {
        decode(&decoding, bytes, count, picture);
    } else {
        status = decoding.errors.status;
    }
    jpeg_destroy_decompress(&decoding.info);
    shrink_free(&decoding.shrink);
    free(decoding.line);
    return status;
}

struct encoding {
    struct jpeg_compress_struct info;
    struct errors errors;
    uint8_t *own;   // memory that suffices for any picture
    uint8_t *bytes; // where libjpeg writes: the same unless it took more by itself
    unsigned long count;
};

__attribute__((noinline)) static void encode(
    struct encoding *encoding, const uint8_t *pixels, uint32_t width, uint32_t height, int quality
) {
    struct jpeg_compress_struct *info = &encoding->info;
    jpeg_create_compress(info);
    jpeg_mem_dest(info, &encoding->bytes, &encoding->count);
    info->image_width = width;
    info->image_height = height;
    info->input_components = 3;
    info->in_color_space = JCS_RGB;
    jpeg_set_defaults(info);
    jpeg_set_quality(info, quality, TRUE);
    info->optimize_coding = TRUE;
    jpeg_start_compress(info, TRUE);
    while (info->next_scanline < height) {
        JSAMPROW rows[1] = {(JSAMPROW)(pixels + (size_t)info->next_scanline * width * 3)};
        jpeg_write_scanlines(info, rows, 1);
    }
    jpeg_finish_compress(info);
}

int cphotos_encode_jpeg(
    const uint8_t *pixels, uint32_t width, uint32_t height, int quality, uint8_t **bytes, size_t *count
) {
    struct encoding encoding;
    memset(&encoding, 0, sizeof encoding);
    encoding.info.err = prepare(&encoding.errors);
    encoding.count = (unsigned long)width * height * 6 + 16384;
    encoding.own = encoding.bytes = malloc(encoding.count);
    if (!encoding.own) return CPHOTOS_NO_MEMORY;
    int status = CPHOTOS_DONE;
    if (setjmp(encoding.errors.back) == 0) {
        encode(&encoding, pixels, width, height, quality);
    } else {
        status = encoding.errors.status;
    }
    jpeg_destroy_compress(&encoding.info);
    if (encoding.bytes != encoding.own) free(encoding.own);
    if (status == CPHOTOS_DONE) {
        *bytes = encoding.bytes;
        *count = encoding.count;
    } else {
        free(encoding.bytes);
    }
    return status;
}
