/**
 * What most pages of a venue's console have, fetched at once: a file of its own for each of these parts would cost more than
 * it carries.
 */
import "../client";
import "../download";
import "../ui/button";
import "../ui/dialog";
import "../ui/field";
import "../ui/list";
import "../ui/menu";
import "../ui/table";
import "../format";
import "../ui/banner";
import "../ui/section";
import "../ui/states";
